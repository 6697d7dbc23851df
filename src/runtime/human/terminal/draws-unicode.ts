import type { Variables } from './color-refused.ts'

/** Decides from the locale whether a terminal draws Unicode. */
export function drawsUnicode(env: Variables, platform: string): boolean {
  if (env['TERM'] === 'linux' || env['TERM'] === 'dumb') return false
  if (platform === 'win32') {
    return env['WT_SESSION'] !== undefined || env['TERM_PROGRAM'] !== undefined
  }
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG']
  // Without a locale most terminals of today draw UTF-8; a locale that names another set does not.
  return locale === undefined || locale === '' || /utf-?8/i.test(locale) || platform === 'darwin'
}
