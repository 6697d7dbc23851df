import { stripVTControlCharacters } from 'node:util'

import { lastDrawn } from '@surety/internal/decisive-line.ts'
import type { ShortForm } from 'surety/unstable/description'

/** A text without the lines that its description leaves out, and how many of what they were. */
export interface ShortText {
  readonly text: string
  readonly left: ReadonlyMap<string, number>
  /** Where its lines stood, counted from one. */
  readonly at: readonly number[]
}

/** Leaves out colours and what a description names, and nothing else: a line that nobody thought of is shown. */
export function shortText(text: string, form: ShortForm, isListing = true): ShortText {
  const left = new Map<string, number>()
  const count = (as: string, by: number) => left.set(as, (left.get(as) ?? 0) + by)
  const kept: string[] = []
  const at: number[] = []
  let number = 0
  for (const { line, as } of judged(text.split('\n'), form)) {
    number += 1
    if (as === undefined) {
      kept.push(stripVTControlCharacters(line))
      at.push(number)
    } else if (as !== null) count(as, 1)
  }
  const { rows, last = 0 } = form
  // The end of the text is no line of its own.
  const end = kept.at(-1) === '' ? 1 : 0
  const over = rows === undefined || !isListing ? 0 : kept.length - end - rows - last
  if (over > 0) {
    kept.splice(rows!, over)
    at.splice(rows!, over)
    count('lines', over)
  }
  return { text: kept.join('\n'), left, at }
}

/** Says of each line what it counts as: undefined if it is shown, null if it belongs to another one. */
function* judged(lines: readonly string[], { leaves_out: given = [], whole = [] }: ShortForm) {
  const pattern = (text: string | undefined) =>
    text === undefined ? undefined : new RegExp(text, 'u')
  const rules = given.map(({ as, keeps = 0, ...rule }) => ({
    as,
    keeps,
    lines: pattern(rule.lines)!,
    with: pattern(rule.with),
  }))
  const reports = whole.map(({ from, until }) => ({ from: pattern(from)!, until: pattern(until) }))
  let report: number | undefined
  let belonging: RegExp | undefined
  for (const line of lines) {
    const seen = asSeen(line)
    if (report !== undefined && reports[report]!.until?.test(seen)) report = undefined
    const begun = reports.findIndex(({ from }) => from.test(seen))
    if (begun !== -1 && begun < (report ?? reports.length)) report = begun
    const found = report === undefined ? rules.find((rule) => rule.lines.test(seen)) : undefined
    const isKept = found !== undefined && found.keeps-- > 0
    const rule = isKept ? undefined : found
    const belongs = report === undefined && found === undefined && belonging?.test(seen) === true
    if (!belongs) belonging = rule?.with
    yield { line, as: belongs ? null : rule?.as }
  }
}

/** Takes out colours and what was drawn over, which no description knows. */
function asSeen(line: string): string {
  const drawn = line.includes('\r') ? lastDrawn(line) : line
  return drawn.includes('\u001B') ? stripVTControlCharacters(drawn) : drawn
}

/**
 * Tests whether a short form is shorter for a model: each run of letters or of digits is a token at least, and a note has
 * few tokens beside such runs.
 */
export function isShorter(text: string, short: string, note: string): boolean {
  const runsIn = (one: string) => one.match(/\p{L}+|\p{N}+/gu)?.length ?? 0
  return runsIn(text) - runsIn(short) >= runsIn(note)
}
