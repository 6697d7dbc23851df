import type { Variables } from './color-level.ts'

const UNICODE = {
  tick: '✓',
  cross: '✗',
  bullet: '•',
  arrow: '→',
  warning: '▲',
  preview: '◇',
  retry: '↻',
  ellipsis: '…',
  line: '─',
  none: '–',
  dot: '·',
  spinner: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
  bar: '━',
  rest: '─',
  pending: '○',
  eighths: ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'],
  block: '█',
  spark: ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
} as const

const ASCII: Glyphs = {
  tick: '+',
  cross: 'x',
  bullet: '*',
  arrow: '->',
  warning: '!',
  preview: '?',
  retry: '~',
  ellipsis: '...',
  line: '-',
  none: '-',
  dot: '|',
  spinner: ['|', '/', '-', '\\'],
  bar: '=',
  rest: '-',
  pending: 'o',
  eighths: [''],
  block: '#',
  spark: ['_', '.', '-', '=', '*', '#'],
}

/** The signs that the rendering draws with. */
export type Glyphs = {
  readonly [name in keyof typeof UNICODE]: (typeof UNICODE)[name] extends readonly string[]
    ? readonly string[]
    : string
}

/** Gives the signs for a terminal that draws Unicode, or their ASCII stand-ins. */
export function glyphsFor(unicode: boolean): Glyphs {
  return unicode ? UNICODE : ASCII
}

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
