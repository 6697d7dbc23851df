/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>

/** Tests for variables that turn colour off for the whole process (REQ-F-008). */
export function isColorRefused(env: Variables): boolean {
  const isPresent = (name: string) => env[name] !== undefined
  if (['NO_COLOR', 'CI', 'GITHUB_ACTIONS', 'JENKINS_URL'].some(isPresent)) return true
  return env['TERM'] === 'dumb' || env['CLICOLOR'] === '0' || isOff(env['FORCE_COLOR'])
}

/** Tests for a value that turns a setting off. */
function isOff(value: string | undefined): boolean {
  return value === '0' || value === 'false'
}

/** The colours of a stream: 0 for none, 1 for 16 colours, 2 for 256 colours, 3 for 24-bit colour. */
export type ColorLevel = 0 | 1 | 2 | 3

/**
 * Decides the colour level of a stream. A variable that turns colour off, such as NO_COLOR, always
 * wins over a variable that forces it.
 *
 * @example
 * ```ts
 * colorLevel({ TERM: 'xterm-256color' }, true) // 2
 * colorLevel({ NO_COLOR: '', FORCE_COLOR: '3' }, true) // 0
 * ```
 */
export function colorLevel(env: Variables, isTty: boolean): ColorLevel {
  if (isColorRefused(env)) return 0
  const forced = forcedLevel(env)
  if (forced !== undefined) return forced
  return isTty ? levelOfTerminal(env) : 0
}

function forcedLevel(env: Variables): ColorLevel | undefined {
  const force = env['FORCE_COLOR']
  if (force === '1' || force === '2' || force === '3') return Number(force) as ColorLevel
  const isForced = force !== undefined || isOn(env['CLICOLOR_FORCE'])
  return isForced ? levelOfTerminal(env) : undefined
}

function levelOfTerminal(env: Variables): ColorLevel {
  const { COLORTERM: colorTerm = '', TERM: term = '' } = env
  if (/^(truecolor|24bit)$/i.test(colorTerm)) return 3
  return /-256(color)?$/i.test(term) ? 2 : 1
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && !isOff(value)
}

/** Decides from the environment whether a terminal shows Unicode. */
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
