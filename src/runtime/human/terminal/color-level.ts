import { isColorRefused, isOff, type Variables } from './color-refused.ts'

/** How much colour a stream takes: none, 16 colours, 256 colours, or all of them. */
export type ColorLevel = 0 | 1 | 2 | 3

/**
 * Decides how much colour a stream gets. A variable that turns colour off wins over one that
 * forces it: whoever sets NO_COLOR must not meet an escape sequence, whatever else is set.
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
