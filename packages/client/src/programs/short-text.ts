import type { ShortForm } from 'surety/unstable/description'

/** A text without the lines that its description leaves out, and how many of what they were. */
export interface ShortText {
  readonly text: string
  readonly left: ReadonlyMap<string, number>
}

/** Leaves out what a description names, and nothing else: a line that nobody thought of is shown. */
export function shortText(text: string, form: ShortForm, isListing = true): ShortText {
  const left = new Map<string, number>()
  const count = (as: string, by: number) => left.set(as, (left.get(as) ?? 0) + by)
  const kept: string[] = []
  for (const { line, as } of judged(text.split('\n'), form))
    if (as === undefined) kept.push(line)
    else if (as !== null) count(as, 1)
  const { rows, last = 0 } = form
  // The end of the text is no line of its own.
  const end = kept.at(-1) === '' ? 1 : 0
  const over = rows === undefined || !isListing ? 0 : kept.length - end - rows - last
  if (over > 0) {
    kept.splice(rows!, over)
    count('lines', over)
  }
  return { text: kept.join('\n'), left }
}

/** Says of each line what it counts as: undefined if it is shown, null if it belongs to another one. */
function* judged(lines: readonly string[], { leaves_out: given = [], whole, until }: ShortForm) {
  const rules = given.map((rule) => ({
    as: rule.as,
    keeps: rule.keeps ?? 0,
    lines: new RegExp(rule.lines, 'u'),
    with: rule.with === undefined ? undefined : new RegExp(rule.with, 'u'),
  }))
  const starts = whole === undefined ? undefined : new RegExp(whole, 'u')
  const ends = until === undefined ? undefined : new RegExp(until, 'u')
  let isReport = false
  let belonging: RegExp | undefined
  for (const line of lines) {
    if (starts?.test(line)) isReport = true
    else if (isReport && ends?.test(line)) isReport = false
    const found = isReport ? undefined : rules.find((each) => each.lines.test(line))
    const isKept = found !== undefined && found.keeps-- > 0
    const rule = isKept ? undefined : found
    const belongs = !isReport && found === undefined && belonging?.test(line) === true
    if (!belongs) belonging = rule?.with
    yield { line, as: belongs ? null : rule?.as }
  }
}
