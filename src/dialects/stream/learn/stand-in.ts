import { isValueGap, type GapKind } from './line-shape.ts'

/** The value of a gap while a line is translated to learn from it. */
export interface StandIn {
  /** The text in the line. */
  readonly text: string
  /** The same after parsing and writing. */
  readonly rewritten: string
}

/**
 * Makes the stand-in for a gap. Its spelling shows how it was treated: JSON has a space that a writer
 * omits, an unnormalised number has a fraction of zero, an escaped string has an escape that a writer
 * does not use, and other strings have an escape that changes inside another string. `clashing` is a
 * name that a stand-in for members must have.
 */
export function standInOf(kind: GapKind, gap: number, clashing: string | undefined): StandIn {
  const number = gap + FIRST
  if (isValueGap(kind)) {
    const name = `"${VALUE_MARK}${number}"`
    if (kind === 'items') return { text: `${name}, 0`, rewritten: `${name},0` }
    const more = clashing === undefined ? '' : `,${JSON.stringify(clashing)}:0`
    return { text: `${name}: 0${more}`, rewritten: `${name}:0${more}` }
  }
  if (kind === 'number' || kind === 'digits') return unchanged(`${NUMBER_MARK}${number}`)
  if (kind === 'unnormalised')
    return { text: `${NUMBER_MARK}${number}.0`, rewritten: `${NUMBER_MARK}${number}` }
  if (kind === 'plain') return unchanged(`${PLAIN_MARK}${number}`)
  const rewritten = `\\t${TEXT_MARK}${number}`
  return kind === 'text'
    ? unchanged(rewritten)
    : { text: `\\u0009${TEXT_MARK}${number}`, rewritten }
}

function unchanged(text: string): StandIn {
  return { text, rewritten: text }
}

/** Tests for text that looks like a stand-in. */
export function holdsStandIn(text: string): boolean {
  return text.includes(MARK) || text.includes(NUMBER_MARK)
}

/** Each mark is followed by three digits, so that no stand-in is the prefix of another. */
const FIRST = 100
const MARK = 'surety-stand-in-for-'
const TEXT_MARK = `${MARK}text-`
const PLAIN_MARK = `${MARK}plain-`
const VALUE_MARK = `${MARK}value-`
const NUMBER_MARK = '730000000117'

/** Finds stand-ins in a text, each with the number of its gap and its index. */
export function* findStandIns(text: string): Generator<readonly [gap: number, at: number]> {
  for (const { 1: number, index } of text.matchAll(ANY)) yield [Number(number) - FIRST, index]
}

const ANY = new RegExp(
  `(?:(?:\\\\t|\\\\u0009)${TEXT_MARK}|${PLAIN_MARK}|"${VALUE_MARK}|${NUMBER_MARK})(\\d{3})`,
  'g',
)
