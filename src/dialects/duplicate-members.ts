import type { JsonObject } from '../contract/index.ts'
import { endOfString } from './json-extent.ts'

/** A member name that a document has more than once, with the sources of its values. */
export interface DuplicateMember {
  readonly name: string
  readonly values: readonly string[]
}

/**
 * Finds members of the outermost object that are there more than once. A parser keeps the last and
 * says nothing. Documents in which none of the names repeats anywhere are not looked at further.
 */
export function duplicateMembers(
  text: string,
  names: readonly string[],
): readonly DuplicateMember[] {
  if (!text.includes('\\u00') && !names.some((name) => isRepeated(text, `"${name}"`))) return []
  const seen = new Map<string, string[]>()
  for (const [name, value] of topMembers(text)) {
    const values = seen.get(name)
    if (values) values.push(value)
    else seen.set(name, [value])
  }
  return [...seen]
    .filter(([name, values]) => values.length > 1 && names.includes(name))
    .map(([name, values]) => ({ name, values }))
}

/**
 * Tells in one pass that neither a document nor its error has a member twice: the source has as many
 * as the parser kept. False also where that takes a closer look.
 */
export function hasEachMemberOnce(text: string, document: JsonObject): boolean {
  const { error } = document
  if (Array.isArray(error)) return false
  let onTop = Object.keys(document).length
  let inError = typeof error === 'object' && error !== null ? Object.keys(error).length : 0
  let depth = 0
  let isError = false
  let quote = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) {
      quote = at
      at = closingQuote(text, at)
      if (at < 0) return false
    } else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) depth += 1
    else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) depth -= 1
    else if (unit === COLON && depth === 1) {
      onTop -= 1
      isError = text.startsWith('"error"', quote)
    } else if (unit === COLON && depth === 2 && isError) inError -= 1
  }
  return onTop === 0 && inError === 0
}

/** Finds the end of a string by its quotes, which is faster than letter by letter. */
function closingQuote(text: string, start: number): number {
  let close = text.indexOf('"', start + 1)
  while (text.charCodeAt(close - 1) === BACKSLASH) {
    let backslashes = 1
    while (text.charCodeAt(close - 1 - backslashes) === BACKSLASH) backslashes += 1
    if (backslashes % 2 === 0) break
    close = text.indexOf('"', close + 1)
  }
  return close
}

/** Finds such members of an object that is itself a member of the outermost one; the last such counts. */
export function duplicateMembersIn(
  text: string,
  member: string,
  names: readonly string[],
): readonly DuplicateMember[] {
  if (!text.includes('\\u00') && !names.some((name) => isRepeated(text, `"${name}"`))) return []
  const source = [...topMembers(text)].findLast(([name]) => name === member)?.[1]
  return source === undefined ? [] : duplicateMembers(source, names)
}

function isRepeated(text: string, quoted: string): boolean {
  const first = text.indexOf(quoted)
  return first >= 0 && text.indexOf(quoted, first + quoted.length) >= 0
}

function* topMembers(text: string): Generator<readonly [string, string]> {
  let depth = 0
  let key: string | undefined
  let valueStart = -1
  let at = text.indexOf('{')
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) {
      const end = endOfString(text, at)
      if (end < 0) return
      if (depth === 1 && valueStart < 0) key = keyOf(text.slice(at, end))
      at = end
      continue
    }
    if (depth === 1 && unit === COLON && valueStart < 0) valueStart = at + 1
    if (
      depth === 1 &&
      (unit === COMMA || unit === CLOSE_BRACE) &&
      valueStart >= 0 &&
      key !== undefined
    ) {
      yield [key, text.slice(valueStart, at).trim()]
      valueStart = -1
    }
    if (unit === OPEN_BRACE || unit === OPEN_BRACKET) depth += 1
    else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) depth -= 1
    at += 1
  }
}

// Character codes: comparing one-letter strings is several times slower on a long payload.
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d

function keyOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted))
  } catch {
    // The text was parsed before, so this cannot happen; the source is as good a name as any.
    return quoted
  }
}
