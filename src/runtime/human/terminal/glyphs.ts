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

/** The symbols that renderers use. */
export type Glyphs = {
  readonly [name in keyof typeof UNICODE]: (typeof UNICODE)[name] extends readonly string[]
    ? readonly string[]
    : string
}

/** Returns the Unicode symbols, or their ASCII replacements. */
export function glyphsFor(unicode: boolean): Glyphs {
  return unicode ? UNICODE : ASCII
}
