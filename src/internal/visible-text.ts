/**
 * Characters that terminals and line-based readers interpret: C0 and C1 controls, DEL, line and paragraph
 * separators, the byte order mark, and marks that reorder text.
 */
// oxlint-disable-next-line no-control-regex -- \p{Cc} makes V8 build the set whenever it reads this file
const ACTIVE = /[\0-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu
const LINE_OR_TAB = /[\t\n\v\f\r\u0085\u2028\u2029]+/g

/**
 * Makes text safe to print: every control character becomes a visible escape such as `\u001b`,
 * except those in `keep`, and lone surrogates become U+FFFD. Foreign data can then neither move the cursor
 * nor overwrite earlier output.
 */
export function visibleText(text: string, keep = ''): string {
  return wellFormed(text).replace(ACTIVE, (char) => (keep.includes(char) ? char : escapeUnit(char)))
}

/** Puts text on one line: tabs and line breaks become a space, other controls become visible. */
export function oneLine(text: string): string {
  return visibleText(text.replace(LINE_OR_TAB, ' '))
}

/** Replaces lone surrogates, which cannot be encoded, with U+FFFD. */
export function wellFormed(text: string): string {
  return text.toWellFormed()
}

/** Writes one UTF-16 unit as `\uXXXX`. */
export function escapeUnit(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
}
