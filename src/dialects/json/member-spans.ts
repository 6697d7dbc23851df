import type { JsonObject } from '../../contract/index.ts'

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

/** A member that appears more than once, with the source texts of its values. */
export interface DuplicateMember {
  readonly name: string
  readonly values: readonly string[]
}

/**
 * Finds members of the outermost object that appear more than once; a parser silently keeps the last.
 * A document in which no name repeats anywhere needs no closer look.
 */
export function duplicateMembers(
  text: string,
  names: readonly string[],
): readonly DuplicateMember[] {
  if (!text.includes('\\u00') && !names.some((name) => isRepeated(text, `"${name}"`))) return []
  const seen = new Map<string, string[]>()
  for (const { name, start, end } of topMembers(text) ?? []) {
    const value = text.slice(start, end)
    const values = seen.get(name)
    if (values) values.push(value)
    else seen.set(name, [value])
  }
  return [...seen]
    .filter(([name, values]) => values.length > 1 && names.includes(name))
    .map(([name, values]) => ({ name, values }))
}

/**
 * Quickly tests that neither a document nor its error has a member twice: the source has as many
 * members as the parser kept. Also false if that takes a closer look.
 */
export function hasEachMemberOnce(
  text: string,
  members: readonly MemberText[],
  document: JsonObject,
): boolean {
  if (members.length !== Object.keys(document).length) return false
  const { error } = document
  if (typeof error !== 'object' || error === null) return true
  const source = members.find(({ name }) => name === 'error')
  const inError = source && topMembers(text.slice(source.start, source.end))
  return inError?.length === Object.keys(error).length
}

/** Does the same for an object that is a member of the outermost one; the last such member counts. */
export function duplicateMembersIn(
  text: string,
  member: string,
  names: readonly string[],
): readonly DuplicateMember[] {
  if (!text.includes('\\u00') && !names.some((name) => isRepeated(text, `"${name}"`))) return []
  const source = topMembers(text)?.findLast(({ name }) => name === member)
  return source ? duplicateMembers(text.slice(source.start, source.end), names) : []
}

function isRepeated(text: string, quoted: string): boolean {
  const first = text.indexOf(quoted)
  return first >= 0 && text.indexOf(quoted, first + quoted.length) >= 0
}
