import type { SerialisationKind } from './rules.ts'

/* oxlint-disable no-control-regex -- control characters are what this file is about */

const REPLACEMENT = '\uFFFD'
const SUSPECT = /[\0\uD800-\uDFFF]/
const SUSPECT_ON_TERMINALS = /[\0\r\u001B\u009B\uD800-\uDFFF]/
const LONE_SURROGATE = /\p{Surrogate}/gu
const NUL = /\0/g

// Every alternative starts at an escape, and the last ones take the escape alone, so that one pass
// leaves none behind and pieces of a broken sequence cannot join into a new one.
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

/** A text that is fit for JSON, and what had to be done for it. */
export interface CleanText {
  readonly text: string
  readonly kinds: readonly SerialisationKind[]
}

/** Tests whether {@link cleanText} would leave a text alone; cheap, for the hot path. */
export function isCleanText(text: string, forTerminals: boolean): boolean {
  if (!(forTerminals ? SUSPECT_ON_TERMINALS : SUSPECT).test(text)) return true
  return cleanText(text, forTerminals).kinds.length === 0
}

/** Replaces what no JSON text should carry (REQ-F-016), and terminal codes if asked to. */
export function cleanText(text: string, forTerminals: boolean): CleanText {
  const kinds: SerialisationKind[] = []
  let result = text
  const apply = (kind: SerialisationKind, next: string) => {
    if (next !== result) kinds.push(kind)
    result = next
  }
  if (forTerminals) apply('terminal-codes', stripTerminalCodes(result))
  apply('nul', result.replaceAll(NUL, REPLACEMENT))
  apply('lone-surrogate', result.replaceAll(LONE_SURROGATE, REPLACEMENT))
  return { text: result, kinds }
}

/**
 * Takes escape sequences (colours, cursor movement, titles and links) and carriage returns out of a
 * text (REQ-F-007). Nothing that starts a sequence is left behind.
 *
 * @example
 * ```ts
 * import { stripTerminalCodes } from 'surety/contract'
 *
 * stripTerminalCodes('\u001b[31mred\u001b[0m') // 'red'
 * ```
 */
export function stripTerminalCodes(text: string): string {
  return text.replaceAll(TERMINAL_CODES, '')
}
