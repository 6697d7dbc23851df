import type { Variables } from './color-refused.ts'

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
