import { isValueGap, type GapKind } from './line-shape.ts'

/** What stands for a gap while a line is translated. */
export interface StandIn {
  /** What is put into the line. */
  readonly text: string
  /** The same after it was parsed and written anew. */
  readonly anew: string
}

/**
 * Makes the stand-in for a gap. Each shows by its spelling what becomes of it: JSON has a space that
 * a writer leaves out, a number of odd spelling has a fraction of nothing, a text with odd escapes
 * has one that a writer would not use, and other texts have one that is written differently inside another text. `clashing` is a name to have.
 */
export function standInOf(kind: GapKind, gap: number, clashing: string | undefined): StandIn {
  const number = gap + FIRST
  if (isValueGap(kind)) {
    const name = `"${VALUE_MARK}${number}"`
    if (kind === 'items') return { text: `${name}, 0`, anew: `${name},0` }
    const more = clashing === undefined ? '' : `,${JSON.stringify(clashing)}:0`
    return { text: `${name}: 0${more}`, anew: `${name}:0${more}` }
  }
  if (kind === 'number' || kind === 'digits') return unchanged(`${NUMBER_MARK}${number}`)
  if (kind === 'spelt')
    return { text: `${NUMBER_MARK}${number}.0`, anew: `${NUMBER_MARK}${number}` }
  if (kind === 'plain') return unchanged(`${PLAIN_MARK}${number}`)
  const anew = `\\t${TEXT_MARK}${number}`
  return kind === 'text' ? unchanged(anew) : { text: `\\u0009${TEXT_MARK}${number}`, anew }
}

function unchanged(text: string): StandIn {
  return { text, anew: text }
}

/** Tests for anything that looks like a stand-in. */
export function holdsStandIn(text: string): boolean {
  return text.includes(MARK) || text.includes(NUMBER_MARK)
}

/** Three digits follow each mark, so that no stand-in is the beginning of another. */
const FIRST = 100
const MARK = 'surety-stand-in-for-'
const TEXT_MARK = `${MARK}text-`
const PLAIN_MARK = `${MARK}plain-`
const VALUE_MARK = `${MARK}value-`
const NUMBER_MARK = '730000000117'

/** Finds stand-ins in a text: the number of the gap and where it is. */
export function* findStandIns(text: string): Generator<readonly [gap: number, at: number]> {
  for (const { 1: number, index } of text.matchAll(ANY)) yield [Number(number) - FIRST, index]
}

const ANY = new RegExp(
  `(?:(?:\\\\t|\\\\u0009)${TEXT_MARK}|${PLAIN_MARK}|"${VALUE_MARK}|${NUMBER_MARK})(\\d{3})`,
  'g',
)
