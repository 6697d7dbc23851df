import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  isSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipSpace,
} from './json-extent.ts'

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
 * anything else gives a meaningless answer. Empty if it is not an object.
 */
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

/** A member that appears more than once, with the source texts of its values. */
export interface DuplicateMember {
  readonly name: string
  readonly values: readonly string[]
}

/**
 * Finds members of an object that appear more than once in its text; a parser silently keeps the last.
 * A text with as many members as the parser kept has none.
 */
export function duplicateMembers(
  text: string,
  members: readonly MemberText[],
  kept: object,
): readonly DuplicateMember[] {
  if (members.length === Object.keys(kept).length) return NONE
  const seen = new Map<string, string[]>()
  for (const { name, start, end } of members) {
    const value = text.slice(start, end)
    const values = seen.get(name)
    if (values) values.push(value)
    else seen.set(name, [value])
  }
  return [...seen]
    .filter(([, values]) => values.length > 1)
    .map(([name, values]) => ({ name, values }))
}

const NONE: readonly DuplicateMember[] = []
