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
  let i = skipSpace(text, 0)
  if (text[i] !== '{') return undefined
  const members: MemberText[] = []
  i = skipSpace(text, i + 1)
  while (text[i] === '"') {
    const quote = i
    const close = skipString(text, i)
    const name = nameIn(text, quote, close)
    const start = skipSpace(text, skipSpace(text, close) + 1)
    const end = skipValue(text, start)
    members.push({ name, quote, start, end })
    i = skipSpace(text, end)
    if (text[i] === ',') i = skipSpace(text, i + 1)
  }
  return members
}

function nameIn(text: string, quote: number, close: number): string {
  const name = text.slice(quote + 1, close - 1)
  return name.includes('\\') ? (JSON.parse(text.slice(quote, close)) as string) : name
}

// Character codes are compared several times faster than strings of one character.
function skipValue(text: string, from: number): number {
  let depth = 0
  let i = from
  while (i < text.length) {
    const unit = text.charCodeAt(i)
    if (unit === QUOTE) i = skipString(text, i)
    else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      depth++
      i++
    } else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) {
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
    while (text.charCodeAt(close - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return close + 1
  }
  return text.length
}

function skipWord(text: string, from: number): number {
  let i = from
  while (i < text.length && !ENDS.has(text.charCodeAt(i))) i++
  return i
}

function skipSpace(text: string, from: number): number {
  let i = from
  while (SPACES.has(text.charCodeAt(i))) i++
  return i
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
/** Space, tab, line feed and carriage return. */
const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d])
/** What may follow a number or a word. */
const ENDS: ReadonlySet<number> = new Set([...SPACES, 0x2c, CLOSE_BRACE, CLOSE_BRACKET])
