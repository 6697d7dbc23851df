import { isColorRefused, isOff, type Variables } from './color-refused.ts'

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
