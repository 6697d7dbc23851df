import type { ReadPlaces } from '../../places.ts'
import type { Arena } from '../scan/arena.ts'
import {
  CARRIED,
  COMMAND,
  COUNT,
  DATA,
  DURATION,
  FIXED,
  GapNames,
  HOLDER,
  LIST,
  PAYLOAD,
  PLAIN_TEXT,
} from './gap-names.ts'
import { areAllPlain, isInNumber, skipCount, skipNumber } from '../scan/scan-gap.ts'
import { SHORT_ESCAPE } from '../scan/plain-text.ts'

/**
 * What a gap holds.
 *
 * - `text`: a string; `escaped`: one with escapes that JSON.stringify does not use; `plain`: one that
 *   is never compared.
 * - `number`: a number; `unnormalised`: one that JSON.stringify would write differently; `digits`: a
 *   count.
 * - `members` and `items`: everything between the brackets of an object or list; `run`: neighbouring
 *   members among others of the same object.
 */
export type GapKind =
  | 'text'
  | 'escaped'
  | 'plain'
  | 'number'
  | 'unnormalised'
  | 'digits'
  | 'members'
  | 'items'
  | 'run'

/** Tests for a gap that holds an object, a list or members. */
export function isValueGap(kind: GapKind): kind is 'members' | 'items' | 'run' {
  return kind === 'members' || kind === 'items' || kind === 'run'
}

/**
 * Splits a line into the bytes that all lines of its shape share and the gaps, whose values a
 * translation moves or drops without looking at them. One instance is reused for all lines.
 */
export class LineShape {
  /** A hash of the shape; the fixed bytes have to be compared as well. */
  hash = 0
  /** How many gaps there are. */
  gaps = 0
  /** The line feed that ends the line. */
  to = 0
  /** Whether a name has an escape, so that it may be any name. */
  hasStrangeName = false
  readonly starts: number[] = []
  readonly ends: number[] = []
  readonly kinds: GapKind[] = []
  /** The effects of the names in each gap that may be data; 0 for other gaps. */
  readonly clashes: number[] = []
  /** For each gap the first one with the same text, which may be itself. */
  readonly sameAs: number[] = []
  readonly #arena: Arena
  readonly #names: GapNames
  readonly #source: ReadPlaces['is']
  readonly #marksNames: boolean
  /** The hashes of the strings that are part of the shape, names included. */
  readonly #fixedTexts: number[] = []
  // About the string that was scanned last.
  #textHash = 0
  #hasEscape = false
  #isOdd = false

  constructor(arena: Arena, source: ReadPlaces, marksNames: boolean) {
    this.#arena = arena
    this.#names = new GapNames(source)
    this.#source = source.is
    this.#marksNames = marksNames
  }

  /**
   * Reads the line that starts at `from`; false if it has to be translated by itself. A line with the
   * same fixed bytes as a valid one is valid too, so nothing more is checked. If it is read by name,
   * it has no runs of members.
   */
  read(from: number, how: 'in runs' | 'by name' = 'in runs'): boolean {
    const { bytes, mover } = this.#arena
    // Only the module can check the names in a payload.
    if (this.#marksNames && !mover) return false
    this.hash = how === 'by name' ? PRIME : SEED
    this.gaps = 0
    this.hasStrangeName = false
    this.#fixedTexts.length = 0
    let kind = FIXED
    let depth = 0
    let listDepth = 0
    let isNamed = false
    let i = from
    if (this.#source === 'all') {
      kind = CARRIED
      if (this.#isFilled(bytes, from)) {
        const behind = this.#readData(bytes, from, true)
        if (behind < 0) return false
        if (behind > from) i = behind
      }
    }
    const runs = this.#source === 'in' || how === 'by name' ? undefined : mover
    for (;;) {
      const c = bytes[i]!
      if (c === QUOTE) {
        if (runs && depth === 1 && !isNamed) {
          const behind = runs.members(i)
          if (behind > i) {
            this.#gap(i, behind, 'run', runs.clash.value)
            i = behind
            continue
          }
        }
        const close = this.#scanText(bytes, i + 1)
        if (close < 0) return false
        if (bytes[close + 1] !== COLON) {
          this.#readText(bytes, i + 1, close, depth > 0 && depth === listDepth ? CARRIED : kind)
          kind = FIXED
          isNamed = false
          i = close + 1
          continue
        }
        kind = this.#readName(bytes, i + 1, close)
        isNamed = true
        i = close + 2
        if (bytes[i] === SPACE) this.#fix(bytes[i++]!)
        if (kind >= PAYLOAD) kind = settle(kind, depth)
        if ((kind === CARRIED || kind === DATA || kind === PAYLOAD) && this.#isFilled(bytes, i)) {
          if (kind === PAYLOAD && isSmallValue(bytes, i)) kind = HOLDER
          else {
            i = kind === CARRIED ? this.#readValue(bytes, i) : this.#readData(bytes, i, false)
            if (i < 0) return false
            kind = FIXED
            isNamed = false
          }
        } else if (kind === PAYLOAD) kind = CARRIED
        else if (kind === DATA) kind = FIXED
        if (kind === HOLDER) kind = CARRIED
      } else if (kind !== FIXED && (c === MINUS || (c >= ZERO && c <= NINE))) {
        i = this.#readNumber(bytes, i, kind)
        kind = FIXED
        isNamed = false
      } else if (c === LINE_FEED) {
        this.to = i
        return this.gaps <= MOST_GAPS
      } else {
        if (c === OPEN || c === OPEN_LIST) {
          depth++
          if (kind === LIST && c === OPEN_LIST) listDepth = depth
          kind = FIXED
          isNamed = false
        } else if (c === CLOSE || c === CLOSE_LIST) {
          if (depth === listDepth) listDepth = 0
          depth--
        } else if (c === COMMA) isNamed = false
        this.#fix(c)
        i++
      }
    }
  }

  /** Returns the index of the quote that closes the string at `from`, or -1. */
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
    this.#fixText()
    if (!this.#hasEscape) return this.#names.kindOf(bytes, start, end, this.#textHash)
    this.hasStrangeName = true
    return FIXED
  }

  #readText(bytes: Uint8Array, start: number, end: number, kind: number): void {
    if (kind === DURATION) {
      const unit = skipCount(bytes, start)
      if (unit === end - 2 && bytes[unit] === LETTER_M && bytes[unit + 1] === LETTER_S)
        return this.#gap(start, unit, 'digits')
    } else if ((kind === CARRIED || kind === PLAIN_TEXT) && end > start && !this.#isRepeated()) {
      if (this.#isOdd) return this.#gap(start, end, 'escaped')
      if (kind === CARRIED || !areAllPlain(bytes, start, end)) return this.#textGap(start, end)
      return this.#gap(start, end, 'plain')
    }
    this.#fixText()
  }

  /** A string that also appears as a name or deciding value in the line is part of its shape. */
  #isRepeated(): boolean {
    const texts = this.#fixedTexts
    for (let n = 0; n < texts.length; n++) if (texts[n] === this.#textHash) return true
    return false
  }

  #fixText(): void {
    this.#fixedTexts.push(this.#textHash)
    this.#fix(this.#textHash)
  }

  #readNumber(bytes: Buffer, from: number, kind: number): number {
    let end = -1
    let gap: GapKind = 'digits'
    if (kind === COUNT) end = skipCount(bytes, from)
    else if (kind === CARRIED) {
      end = skipNumber(bytes, from)
      gap = end < 0 ? 'unnormalised' : 'number'
      if (end < 0) end = this.#arena.scan(from)
    }
    if (end < 0 || isInNumber(bytes[end]!)) {
      this.#fix(bytes[from]!)
      return from + 1
    }
    this.#gap(from, end, gap)
    return end
  }

  /** Tests for an object or list that is not empty; dialects may treat an empty one as absent. */
  #isFilled(bytes: Uint8Array, at: number): boolean {
    const c = bytes[at]!
    if (c !== OPEN && c !== OPEN_LIST) return false
    const next = bytes[at + 1]!
    return next !== c + 2 && next > SPACE
  }

  /** Skips an object or list; returns the index after it, or -1. */
  #readValue(bytes: Uint8Array, at: number): number {
    return this.#between(bytes, at, this.#arena.scan(at), 0)
  }

  /** The same for data, whose names matter; returns `at` if its members have to be read. */
  #readData(bytes: Uint8Array, at: number, canEnter: boolean): number {
    const { mover, scan } = this.#arena
    const end = this.#marksNames && mover ? mover.payload(at) : scan(at)
    const clash = this.#marksNames && mover ? mover.clash.value : 0
    if (canEnter && clash >= 2 && bytes[at] === OPEN) return at
    return this.#between(bytes, at, end, clash)
  }

  #between(bytes: Uint8Array, at: number, end: number, clash: number): number {
    if (end < 0) return -1
    const c = bytes[at]!
    this.#fix(c)
    this.#gap(at + 1, end - 1, c === OPEN ? 'members' : 'items', clash)
    this.#fix(c + 2)
    return end
  }

  #fix(unit: number): void {
    this.hash = Math.imul(this.hash ^ unit, PRIME)
  }

  /** Writers compare strings with each other, so which ones are equal is part of the shape. */
  #textGap(start: number, end: number): void {
    const { bytes } = this.#arena
    const { starts, ends, kinds, gaps } = this
    this.#gap(start, end, 'text')
    for (let n = 0; n < gaps; n++) {
      if (ends[n]! - starts[n]! !== end - start || kinds[n] !== 'text') continue
      if (bytes.compare(bytes, start, end, starts[n], ends[n]) !== 0) continue
      this.sameAs[gaps] = n
      this.#fix(n)
      return
    }
  }

  #gap(start: number, end: number, kind: GapKind, clash = 0): void {
    const n = this.gaps++
    this.sameAs[n] = n
    this.starts[n] = start
    this.ends[n] = end
    this.kinds[n] = kind
    this.clashes[n] = clash
    this.#fix(GAP_MARKS[kind] ^ (clash << 10))
  }
}

/** Resolves kinds that depend on the depth. */
function settle(kind: number, depth: number): number {
  if (kind === PAYLOAD && depth !== 1) return DATA
  if (kind === COMMAND) return depth > 2 ? CARRIED : FIXED
  return kind
}

/** Tests for a payload that may be a scalar which our writer wrapped in a member. */
function isSmallValue(bytes: Uint8Array, at: number): boolean {
  for (let k = 0; k < SMALL.length; k++) if (bytes[at + k] !== SMALL[k]) return false
  const next = bytes[at + SMALL.length]!
  return next !== OPEN && next !== OPEN_LIST
}

const SMALL = Buffer.from('{"value":')
/** Gaps of different kinds make different shapes, because not all kinds are compared. */
const GAP_MARKS: Readonly<Record<GapKind, number>> = {
  text: 0x101,
  escaped: 0x10f,
  plain: 0x103,
  number: 0x105,
  unnormalised: 0x111,
  digits: 0x107,
  members: 0x109,
  items: 0x10b,
  run: 0x10d,
}
/** A higher limit makes misses expensive. */
const MOST_GAPS = 64
const SEED = 0x811c9dc5 | 0
const PRIME = 0x01000193
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
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
