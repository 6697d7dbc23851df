import { capOf, plainCallOf } from '../../programs/index.ts'
import { literalOf, wordsOf, type Line, type Part } from '../../shell/index.ts'
import type { ListCall } from './list-cap.ts'

/** Commands of a shell that print nothing. */
const QUIET = /^(?:cd|pushd|popd|export|set|true|:|sleep)$/

/** Finds the list that the output of a line is: its only command that prints, behind whatever filters. */
export async function listIn(line: Line): Promise<ListCall | undefined> {
  const [only, ...others] = printing(line)
  if (only === undefined || others.length > 0) return undefined
  const [first, ...filters] = only.parts
  const known = await plainCallOf(wordsOf(first!), { hasErrors: false })
  const cap = known && capOf(known)
  if (cap === undefined) return undefined
  // A filter that takes as many rows by itself says nothing about the list.
  const takesAsMany = new RegExp(`(?<!\\d)${cap.default}(?!\\d)`)
  return filters.some(({ text }) => takesAsMany.test(text)) ? undefined : known
}

/** Gives the command whose exit is that of the line: the only one that does more than `cd`. */
export function mainPart(line: Line): Part | undefined {
  const [only, ...others] = printing(line)
  return others.length === 0 && only?.parts.length === 1 ? only.parts[0] : undefined
}

function printing({ statements }: Line) {
  const pipelines = statements.flatMap((statement) => statement.pipelines)
  return pipelines.filter(({ parts }) => !parts.every(isQuiet))
}

function isQuiet(part: Part): boolean {
  if (part.kind !== 'simple') return false
  const [name] = part.words
  return name === undefined || QUIET.test(literalOf(name) ?? '')
}
