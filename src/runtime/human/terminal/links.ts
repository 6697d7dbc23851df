import { isColorRefused, type Variables } from './color-refused.ts'

/** Makes a text a link to a URL, or returns it unchanged where the terminal has no links. */
export type Link = (text: string, url: string) => string

const PROGRAMS = new Set(['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper', 'Tabby', 'rio'])
const TERMINALS = /^(xterm-kitty|xterm-ghostty|alacritty|foot|contour)/

/**
 * Decides whether a terminal shows links (OSC 8). Only those that are known to do so count, because others
 * print the sequence; FORCE_HYPERLINK says it for them.
 *
 * @example
 * ```ts
 * supportsLinks({ TERM_PROGRAM: 'WezTerm' }, true) // true
 * supportsLinks({ TERM: 'xterm-256color' }, true) // false
 * ```
 */
export function supportsLinks(env: Variables, isTty: boolean): boolean {
  if (!isTty || isColorRefused(env)) return false
  const { FORCE_HYPERLINK: forced, TERM: term = '', TERM_PROGRAM: program = '' } = env
  if (forced !== undefined && forced !== '') return forced !== '0'
  // A multiplexer passes on what the terminal outside of it may not understand.
  if (env['TMUX'] !== undefined || /^(screen|tmux)/.test(term)) return false
  if (env['WT_SESSION'] || env['KONSOLE_VERSION'] || env['KITTY_WINDOW_ID']) return true
  if (Number(env['VTE_VERSION'] ?? 0) >= 5000) return true
  return PROGRAMS.has(program) || TERMINALS.test(term)
}

/** Makes the links of a screen. */
export function createLink(isSupported: boolean): Link {
  if (!isSupported) return (text) => text
  return (text, url) =>
    // A URL is sent to the terminal as it is, so it may hold nothing that a terminal obeys.
    /^[!-~]+$/.test(url) && text !== '' ? `\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\` : text
}
