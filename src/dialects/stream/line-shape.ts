import type { Arena } from './arena.ts'
import { COUNT, DURATION, FIXED, GapNames, LIST, PAYLOAD, PLAIN_TEXT, TEXT } from './gap-names.ts'
import type { PayloadSource } from './payload-place.ts'
import { PLAIN, SHORT_ESCAPE } from './plain-text.ts'

/** What a gap holds: any text, one that is never compared, any number, a count, or the payload. */
export type GapKind = 'text' | 'plain' | 'number' | 'digits' | 'payload'

/**
 * Takes a line apart into what lines of one shape share and the gaps, which hold values that a
 * translation carries along or drops without looking at them. One object serves line after line.
 */
export class LineShape {
  /** Tells shapes apart, mostly; the fixed bytes have to be compared as well. */
  hash = 0
  /** How many gaps there are. */
  gaps = 0
  /** The line feed that ends the line. */
  to = 0
  /** What the payload starts with; 0 where there is none. */
  opening = 0
  /** The marks of the payload's member names, where there is a payload among the gaps. */
  clash = 0
  /** Whether a name has an escape, behind which any name may hide. */
  hasStrangeName = false
  readonly starts: number[] = []
  readonly ends: number[] = []
  readonly kinds: GapKind[] = []
  readonly #arena: Arena
  readonly #names: GapNames
  readonly #marksNames: boolean
  // Of the text that was scanned last.
  #textHash = 0
  #hasEscape = false
  #isOdd = false

  constructor(arena: Arena, source: PayloadSource, marksNames: boolean) {
    this.#arena = arena
    this.#names = new GapNames(source.is === 'in' ? source.member : undefined, source.deciding)
    this.#marksNames = marksNames
  }

  /**
   * Reads the line that starts at `from`; false where it has to be translated by itself. A line
   * with the fixed bytes of one that is valid JSON is valid as well, so nothing more is checked.
   */
  read(from: number): boolean {
    const { bytes } = this.#arena
    this.hash = SEED
    this.gaps = 0
    this.opening = 0
    this.clash = 0
    this.hasStrangeName = false
    let kind = FIXED
    let depth = 0
    let listDepth = 0
    let i = from
    for (;;) {
      const c = bytes[i]!
      if (c === QUOTE) {
        const close = this.#scanText(bytes, i + 1)
        if (close < 0) return false
        if (bytes[close + 1] === COLON) {
          kind = this.#readName(bytes, i + 1, close)
          i = close + 2
          if (bytes[i] === SPACE) this.#fix(bytes[i++]!)
          if (kind !== PAYLOAD) continue
          if (depth === 1 && this.#isContainer(bytes, i)) {
            i = this.#readPayload(bytes, i)
            if (i < 0) return false
            kind = FIXED
          } else kind = depth === 1 ? TEXT : FIXED
          continue
        }
        this.#readText(bytes, i + 1, close, depth > 0 && depth === listDepth ? TEXT : kind)
        kind = FIXED
        i = close + 1
      } else if (kind !== FIXED && (c === MINUS || (c >= ZERO && c <= NINE))) {
        i = this.#readNumber(bytes, i, kind)
        kind = FIXED
      } else if (c === LINE_FEED) {
        this.to = i
        return this.gaps <= MOST_GAPS
      } else {
        if (c === OPEN || c === OPEN_LIST) {
          depth++
          if (kind === LIST && c === OPEN_LIST) listDepth = depth
          kind = FIXED
        } else if (c === CLOSE || c === CLOSE_LIST) {
          if (depth === listDepth) listDepth = 0
          depth--
        }
        this.#fix(c)
        i++
      }
    }
  }

  /** Finds the quote that closes the text at `from`, or -1. */
  #scanText(bytes: Uint8Array, from: number): number {
    let hash = SEED
    let hasEscape = false
    let isOdd = false
    let i = from
    for (;;) {
      const c = bytes[i]!
      if (c === QUOTE) break
      if (c < SPACE) return -1
      hash = Math.imul(hash ^ c, PRIME)
      i++
      if (c !== BACKSLASH) continue
      const escape = bytes[i]!
      if (escape < SPACE) return -1
      hasEscape = true
      if (SHORT_ESCAPE[escape] !== 1) isOdd = true
      i++
    }
    this.#textHash = hash
    this.#hasEscape = hasEscape
    this.#isOdd = isOdd
    return i
  }

  #readName(bytes: Uint8Array, start: number, end: number): number {
    this.#fix(this.#textHash)
    if (!this.#hasEscape) return this.#names.kindOf(bytes, start, end, this.#textHash)
    this.hasStrangeName = true
    return FIXED
  }

  #readText(bytes: Uint8Array, start: number, end: number, kind: number): void {
    if (kind === DURATION) {
      const unit = skipCount(bytes, start)
      if (unit === end - 2 && bytes[unit] === LETTER_M && bytes[unit + 1] === LETTER_S)
        return this.#gap(start, unit, 'digits')
    } else if ((kind === TEXT || kind === PLAIN_TEXT) && !this.#isOdd && end > start) {
      const isPlain = kind === PLAIN_TEXT && areAllPlain(bytes, start, end)
      return this.#gap(start, end, isPlain ? 'plain' : 'text')
    }
    this.#fix(this.#textHash)
  }

  #readNumber(bytes: Buffer, from: number, kind: number): number {
    let end = -1
    if (kind === COUNT) end = skipCount(bytes, from)
    else if (kind === TEXT) end = skipNumber(bytes, from)
    if (end < 0 || NUMBER[bytes[end]!] === 1) {
      this.#fix(bytes[from]!)
      return from + 1
    }
    this.#gap(from, end, kind === COUNT ? 'digits' : 'number')
    return end
  }

  /** Tests for an object or a list with something in it; dialects may treat an empty one as nothing. */
  #isContainer(bytes: Uint8Array, at: number): boolean {
    const c = bytes[at]!
    if (c !== OPEN && c !== OPEN_LIST) return false
    const next = bytes[at + 1]!
    return next !== c + 2 && next > SPACE
  }

  #readPayload(bytes: Uint8Array, at: number): number {
    const { mover, scan } = this.#arena
    if (this.opening > 0 || (this.#marksNames && !mover)) return -1
    const end = this.#marksNames && mover ? mover.payload(at) : scan(at)
    if (this.#marksNames && mover) this.clash = mover.clash.value
    this.opening = bytes[at]!
    this.#fix(this.opening ^ (this.clash << 8))
    this.#gap(at, end, 'payload')
    return end
  }

  #fix(unit: number): void {
    this.hash = Math.imul(this.hash ^ unit, PRIME)
  }

  #gap(start: number, end: number, kind: GapKind): void {
    const n = this.gaps++
    this.starts[n] = start
    this.ends[n] = end
    this.kinds[n] = kind
    this.#fix(GAP_MARKS[kind])
  }
}

/** Gaps of two kinds make two shapes, since not all are compared. */
const GAP_MARKS: Readonly<Record<GapKind, number>> = {
  text: 0x101,
  plain: 0x103,
  number: 0x105,
  digits: 0x107,
  payload: 0x109,
}
/** More would make a miss dear. */
const MOST_GAPS = 64
const SEED = 0x811c9dc5 | 0
const PRIME = 0x01000193
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const SPACE = 0x20
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
const LETTER_M = 0x6d
const LETTER_S = 0x73
const OPEN = 0x7b
const CLOSE = 0x7d
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const LINE_FEED = 0x0a
const NUMBER = Uint8Array.from({ length: 256 }, (_, c) =>
  '+-.0123456789Ee'.includes(String.fromCharCode(c)) ? 1 : 0,
)

function areAllPlain(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (PLAIN[bytes[at]!] !== 1) return false
  return true
}

/** Skips a whole number above zero, which may count as nothing; -1 where there is none. */
function skipCount(bytes: Uint8Array, from: number): number {
  return bytes[from] === ZERO ? -1 : skipDigits(bytes, from)
}

/** Skips a number that comes out as it went in; -1 where there is none. */
function skipNumber(bytes: Buffer, from: number): number {
  let end = from
  while (NUMBER[bytes[end]!] === 1) end++
  if (skipCount(bytes, from) === end) return end
  if (end - from > LONGEST_NUMBER) return -1
  const text = bytes.toString('latin1', from, end)
  return String(Number(text)) === text ? end : -1
}

/** As many characters as a double takes. */
const LONGEST_NUMBER = 24

/** Skips up to 15 digits, which every double can hold; -1 where there are none or more. */
function skipDigits(bytes: Uint8Array, from: number): number {
  let at = from
  while (bytes[at]! >= ZERO && bytes[at]! <= NINE) at++
  return at === from || at - from > 15 ? -1 : at
}
