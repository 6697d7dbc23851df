/** A top-level member of a JSON object, as indices into the text. */
export interface MemberText {
  readonly name: string
  /** The quote that opens the name. */
  readonly quote: number
  /** Of the value. */
  readonly start: number
  readonly end: number
}

/**
 * Lists the top-level members of a JSON object with their places. The text has to be valid JSON
 * (anything else ends somewhere, but the answer means nothing). Undefined where it is no object.
 */
export function topMembers(text: string): readonly MemberText[] | undefined {
  let i = skipSpace(text, 0)
  if (text[i] !== '{') return undefined
  const members: MemberText[] = []
  i = skipSpace(text, i + 1)
  while (text[i] === '"') {
    const quote = i
    const close = skipString(text, i)
    const name = JSON.parse(text.slice(i, close)) as string
    const start = skipSpace(text, skipSpace(text, close) + 1)
    const end = skipValue(text, start)
    members.push({ name, quote, start, end })
    i = skipSpace(text, end)
    if (text[i] === ',') i = skipSpace(text, i + 1)
  }
  return members
}

/**
 * Cuts the text of a top-level member out of a JSON object, as it was written; among members of the
 * same name the last counts, as for `JSON.parse`. Undefined where there is none.
 */
export function memberText(text: string, name: string): string | undefined {
  const found = topMembers(text)?.findLast((member) => member.name === name)
  return found && text.slice(found.start, found.end)
}

function skipValue(text: string, i: number): number {
  let depth = 0
  while (i < text.length) {
    const c = text[i]
    if (c === '"') i = skipString(text, i)
    else if (c === '{' || c === '[') {
      depth++
      i++
    } else if (c === '}' || c === ']') {
      depth--
      i++
    } else if (depth > 0) {
      i++
      continue
    } else i = skipWord(text, i)
    if (depth === 0) return i
  }
  return i
}

function skipString(text: string, i: number): number {
  for (let close = text.indexOf('"', i + 1); close >= 0; close = text.indexOf('"', close + 1)) {
    let backslashes = 0
    while (text[close - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return close + 1
  }
  return text.length
}

function skipWord(text: string, i: number): number {
  while (i < text.length && !/[\s,}\]]/.test(text[i]!)) i++
  return i
}

function skipSpace(text: string, i: number): number {
  while (/\s/.test(text[i] ?? '')) i++
  return i
}
