/** The position of a top-level member of a JSON object in its text. */
export interface MemberText {
  readonly name: string
  /** The index of the quote before the name. */
  readonly quote: number
  /** Start and end of the value. */
  readonly start: number
  readonly end: number
}

/**
 * Lists the top-level members of a JSON object with their positions. The text must be valid JSON;
 * anything else gives a meaningless answer. Undefined if it is not an object.
 */
export function topMembers(text: string): readonly MemberText[] | undefined {
  let at = skipSpace(text, 0)
  if (text.charCodeAt(at) !== OPEN_BRACE) return undefined
  const members: MemberText[] = []
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
  let at = start
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) {
      at = skipString(text, at)
      if (depth === 0) return at
    } else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      depth += 1
      at += 1
    } else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) {
      // Without an opening bracket it ends the object around a number or a word.
      if (depth === 0) return at
      depth -= 1
      at += 1
      if (depth === 0) return at
    } else if (depth === 0 && (unit === COMMA || isSpace(unit))) return at
    else at += 1
  }
  return at
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

function skipSpace(text: string, start: number): number {
  let at = start
  while (isSpace(text.charCodeAt(at))) at += 1
  return at
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d
}

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
