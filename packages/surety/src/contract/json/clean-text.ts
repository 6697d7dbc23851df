import type { SerialisationKind } from './rules.ts'

/* oxlint-disable no-control-regex -- control characters are what this file is about */

const REPLACEMENT = `\uFFFD`

// Every alternative starts at an escape, and the last ones match the escape alone. So one pass removes
// them all, and the pieces of a broken sequence cannot form a new one.
const TERMINAL_CODES = new RegExp(
  [
    '\\u001B\\][^\\u0007\\u001B\\u009C]*(?:\\u0007|\\u001B\\\\|\\u009C)', // OSC: titles, links
    '\\u001B[PX^_][^\\u001B\\u009C]*(?:\\u001B\\\\|\\u009C)', // DCS, SOS, PM, APC
    '(?:\\u001B\\[|\\u009B)[0-?]*[ -/]*[@-~]', // CSI: colours, cursor
    '\\u001B[ -/]*[0-~]', // two-character escapes, and the head of a sequence that never ends
    '[\\u001B\\u009B\\r]',
  ].join('|'),
  'g',
)

/** Replaces NUL and lone surrogates (REQ-F-016). */
export function cleanText(text: string) {
  const withoutNul = text.replaceAll('\0', REPLACEMENT)
  const wellFormed = withoutNul.toWellFormed()
  const kinds: SerialisationKind[] = []
  if (withoutNul !== text) kinds.push('nul')
  if (wellFormed !== withoutNul) kinds.push('lone-surrogate')
  return { text: wellFormed, kinds }
}

/**
 * Removes escape sequences (colours, cursor movement, titles, links) and carriage returns from a text
 * (REQ-F-007). No character that starts a sequence is left.
 */
export function stripTerminalCodes(text: string): string {
  return text.replaceAll(TERMINAL_CODES, '')
}

/** Cleans a text that people read, such as a message: without terminal codes, and fit for JSON. */
export function printableText(text: string): string {
  return cleanText(stripTerminalCodes(text)).text
}
