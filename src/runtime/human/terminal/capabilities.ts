export type Variables = Readonly<Record<string, string | undefined>>

/** Tests for variables that turn colour off for the whole process (REQ-F-008). */
export function isColorRefused(env: Variables): boolean {
  const isPresent = (name: string) => env[name] !== undefined
  if (['NO_COLOR', 'CI', 'GITHUB_ACTIONS', 'JENKINS_URL'].some(isPresent)) return true
  return env['TERM'] === 'dumb' || env['CLICOLOR'] === '0' || isOff(env['FORCE_COLOR'])
}

function isOff(value: string | undefined): boolean {
  return value === '0' || value === 'false'
}

/**
 * Decides whether a stream has colours. A variable that turns them off, such as NO_COLOR, always wins over a
 * variable that forces them.
 */
export function hasColor(env: Variables, isTty: boolean): boolean {
  if (isColorRefused(env)) return false
  const forced = env['CLICOLOR_FORCE']
  return isTty || env['FORCE_COLOR'] !== undefined || Boolean(forced && !isOff(forced))
}

export function drawsUnicode(env: Variables, platform: string): boolean {
  if (env['TERM'] === 'linux' || env['TERM'] === 'dumb') return false
  if (platform === 'win32') {
    return env['WT_SESSION'] !== undefined || env['TERM_PROGRAM'] !== undefined
  }
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG']
  // Without a locale, assume UTF-8, as most terminals use it.
  return locale === undefined || locale === '' || /utf-?8/i.test(locale) || platform === 'darwin'
}

const PROGRAMS = new Set(['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper', 'Tabby', 'rio'])
const TERMINALS = /^(xterm-kitty|xterm-ghostty|alacritty|foot|contour)/

/**
 * Decides whether a terminal shows links (OSC 8). Only those that are known to do so count, because others
 * print the sequence; FORCE_HYPERLINK says it for them.
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
