import { knownCallOf } from '../../description/index.ts'
import { callOf, literalOf, type Line, type Part } from '../../shell/index.ts'
import type { ListCall } from './list-cap.ts'

/** Commands of a shell that print nothing. */
const QUIET = /^(?:cd|pushd|popd|export|set|true|:|sleep)$/

/** Finds the list that the output of a line is: its only command that prints, behind whatever filters. */
export async function listIn(
  { statements }: Line,
  cwd: string | undefined,
): Promise<ListCall | undefined> {
  const pipelines = statements.flatMap((statement) => statement.pipelines)
  const [only, ...others] = pipelines.filter(({ parts }) => !parts.every(isQuiet))
  if (only === undefined || others.length > 0) return undefined
  const [first, ...filters] = only.parts
  const words = callOf(first!, cwd)
  const known = words && (await knownCallOf(words, { hasErrors: false }))
  if (known?.cap === undefined) return undefined
  // A filter that takes as many rows by itself says nothing about the list.
  const takesAsMany = new RegExp(`(?<!\\d)${known.cap.default}(?!\\d)`)
  return filters.some(({ text }) => takesAsMany.test(text)) ? undefined : known
}

function isQuiet(part: Part): boolean {
  if (part.kind !== 'simple') return false
  const [name] = part.words
  return name === undefined || QUIET.test(literalOf(name) ?? '')
}
