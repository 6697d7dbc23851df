export interface Extent {
  readonly kind: 'complete' | 'cut' | 'broken'
  readonly end: number
  /** Whether a member or element was read before the break: it was a document, not a stray bracket. */
  readonly isDocument: boolean
  /** The start of the string that contains or precedes the break; -1 if there is none. */
  readonly stringStart: number
}

/** Deeper documents count as garbage. */
const MAX_DEPTH = 10_000
/** Shared by all calls, which never overlap, so that a flood of brackets does not allocate. */
const isObject = new Uint8Array(MAX_DEPTH)

/** Scans a JSON document, strictly and in one pass: a flood of brackets breaks at once and is never scanned twice. */
export function extentOf(text: string, start: number): Extent {
  const length = text.length
  let depth = 0
  let at = start
  let isDocument = false
  let stringStart = -1
  let wants = VALUE
  for (;;) {
    at = skipSpace(text, at)
    const unit = text.charCodeAt(at)
    if (at >= length) return extent('cut', length, isDocument, stringStart)
    if (unit === QUOTE) {
      if (wants > KEY_OR_END) return extent('broken', at, isDocument, stringStart)
      stringStart = at
      const end = endOfString(text, at)
      if (end === CUT) return extent('cut', length, isDocument, stringStart)
      if (end < 0) return extent('broken', -end, isDocument, stringStart)
      at = end
      wants = wants >= KEY ? COLON_NEXT : MORE
      continue
    }
    const behindString = stringStart
    stringStart = -1
    if (unit === COLON && wants === COLON_NEXT) {
      isDocument = true
      wants = VALUE
      at += 1
    } else if (unit === COMMA && wants === MORE) {
      isDocument = true
      wants = isObject[depth - 1] === 1 ? KEY : VALUE
      at += 1
    } else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) {
      const closesObject = unit === CLOSE_BRACE
      const fits = wants === MORE || wants === (closesObject ? KEY_OR_END : VALUE_OR_END)
      if (!fits || (isObject[depth - 1] === 1) !== closesObject)
        return extent('broken', at, isDocument, behindString)
      depth -= 1
      at += 1
      if (depth === 0) return extent('complete', at, true, -1)
      isDocument = true
      wants = MORE
    } else if (wants > VALUE_OR_END) {
      return extent('broken', at, isDocument, behindString)
    } else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      // This deep it is a document, and nothing inside may count as another one.
      if (depth === MAX_DEPTH) return extent('broken', at, true, behindString)
      isObject[depth] = unit === OPEN_BRACE ? 1 : 0
      depth += 1
      at += 1
      wants = unit === OPEN_BRACE ? KEY_OR_END : VALUE_OR_END
    } else {
      const end = endOfScalar(text, at)
      if (length - end < 5 && isCutScalar(text, at))
        return extent('cut', length, isDocument, behindString)
      if (end === at) return extent('broken', at, isDocument, behindString)
      at = end
      wants = MORE
    }
  }
}

function extent(
  kind: Extent['kind'],
  end: number,
  isDocument: boolean,
  stringStart: number,
): Extent {
  return { kind, end, isDocument, stringStart }
}

/** What may come next, as numbers, because it is compared for every token. */
const VALUE = 0
const VALUE_OR_END = 1
const KEY = 2
const KEY_OR_END = 3
const COLON_NEXT = 4
const MORE = 5

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
export const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
export const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const COLON = 0x3a
const SPACE = 0x20
const TAB = 0x09
const LF = 0x0a
const CR = 0x0d
const SMALL_N = 0x6e
const CUT = -1
/** What tells a brace from a bracket. */
const BRACE_BIT = 0x20

/** Returns the end of a string, {@link CUT} if the text ends first, or the negated position of an error. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) return at + 1
    if (unit === BACKSLASH) {
      const end = endOfEscape(text, at + 1)
      if (end < 0) return CUT_ESCAPE.test(text.slice(at + 1, at + 6)) ? CUT : -(at + 1)
      at = end
    } else if (unit < SPACE) return -at
  }
  return CUT
}

const CUT_ESCAPE = /^(?:u[\da-fA-F]{0,3})?$/
const ESCAPE = /["\\/bfnrt]|u[\da-fA-F]{4}/y

function endOfEscape(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (unit === QUOTE || unit === BACKSLASH || unit === SMALL_N) return at
  ESCAPE.lastIndex = at
  return ESCAPE.test(text) ? ESCAPE.lastIndex - 1 : -1
}

const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

function endOfScalar(text: string, at: number): number {
  SCALAR.lastIndex = at
  return SCALAR.test(text) ? SCALAR.lastIndex : at
}

const CUT_NUMBER = /-?(?:(?:0|[1-9]\d*)(?:\.|(?:\.\d+)?[eE][+-]?))?$/y

function isCutScalar(text: string, at: number): boolean {
  const rest = text.slice(at, at + 5)
  if (['true', 'false', 'null'].some((word) => word !== rest && word.startsWith(rest))) return true
  CUT_NUMBER.lastIndex = at
  return CUT_NUMBER.test(text)
}

export function skipSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at))) at += 1
  return at
}

function isSpace(unit: number): boolean {
  return unit === SPACE || unit === LF || unit === CR || unit === TAB
}

export interface MemberText {
  readonly name: string
  readonly quote: number
  readonly start: number
  readonly end: number
}

/** Lists the top-level members of a JSON object with their positions. The text must be valid JSON. */
export function topMembers(text: string): readonly MemberText[] {
  const members: MemberText[] = []
  let at = skipSpace(text, 0)
  if (text.charCodeAt(at) !== OPEN_BRACE) return members
  at = skipSpace(text, at + 1)
  while (text.charCodeAt(at) === QUOTE) {
    const quote = at
    const close = skipString(text, quote)
    const start = skipSpace(text, skipSpace(text, close) + 1)
    const end = skipValue(text, start)
    members.push({ name: nameIn(text, quote, close), quote, start, end })
    at = skipSpace(text, end)
    if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1)
  }
  return members
}

function nameIn(text: string, quote: number, close: number): string {
  const name = text.slice(quote + 1, close - 1)
  return name.includes('\\') ? (JSON.parse(text.slice(quote, close)) as string) : name
}

function skipValue(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) at = skipString(text, at) - 1
    else if ((unit | BRACE_BIT) === OPEN_BRACE) depth += 1
    else if ((unit | BRACE_BIT) === CLOSE_BRACE) {
      // Without a bracket of its own, it is that of the object around a number or a word.
      if (depth === 0) return at
      depth -= 1
    } else if (depth > 0) continue
    else if (unit === COMMA || isSpace(unit)) return at
    else continue
    if (depth === 0) return at + 1
  }
  return text.length
}

function skipString(text: string, start: number): number {
  let close = text.indexOf('"', start + 1)
  while (close >= 0 && isEscaped(text, close)) close = text.indexOf('"', close + 1)
  return close < 0 ? text.length : close + 1
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1
  return backslashes % 2 === 1
}

export interface DuplicateMember {
  readonly name: string
  readonly values: readonly string[]
}

/** Finds members that appear more than once in a text; a parser silently keeps the last. */
export function duplicateMembers(
  text: string,
  members: readonly MemberText[],
  kept: object,
): readonly DuplicateMember[] {
  if (members.length === Object.keys(kept).length) return []
  const seen = new Map<string, string[]>()
  for (const { name, start, end } of members) {
    const values = seen.get(name) ?? []
    values.push(text.slice(start, end))
    seen.set(name, values)
  }
  return Array.from(seen, ([name, values]) => ({ name, values })).filter(
    ({ values }) => values.length > 1,
  )
}
