/**
 * Cuts the text of a top-level member out of a JSON object, as it was written. The text has to be
 * valid JSON (anything else ends somewhere, but the answer means nothing); among members of the same name the last counts, as for `JSON.parse`. Undefined where
 * the text is no object or has no such member.
 */
export function memberText(text: string, name: string): string | undefined {
  let i = skipSpace(text, 0)
  if (text[i] !== '{') return undefined
  let found: string | undefined
  i = skipSpace(text, i + 1)
  while (text[i] === '"') {
    const keyEnd = skipString(text, i)
    const key = JSON.parse(text.slice(i, keyEnd)) as string
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const end = skipValue(text, start)
    if (key === name) found = text.slice(start, end)
    i = skipSpace(text, end)
    if (text[i] === ',') i = skipSpace(text, i + 1)
  }
  return found
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
