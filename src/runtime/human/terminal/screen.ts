import glyphs from './glyphs.json' with { type: 'json' }

/** The facts about the terminal that a renderer needs; the caller provides all of them. */
export interface ScreenOptions {
  /** The width of the output; without it, or with 0, lines are neither wrapped nor cut. */
  readonly columns?: number | undefined
  /** Whether the terminal shows colours. Default false, which means no escape sequences. */
  readonly color?: boolean
  /** Whether the terminal shows links. Default false. */
  readonly links?: boolean
  /** Whether the terminal shows Unicode characters. Default true. */
  readonly unicode?: boolean
  /** The current time, for texts such as "2 hours ago"; without it, times are absolute. */
  readonly now?: Date
}

/** A terminal as renderers see it. */
export interface Screen {
  /** 0 means unlimited. */
  readonly columns: number
  readonly paint: Paint
  readonly link: Link
  readonly glyphs: Glyphs
  readonly isUnicode: boolean
  readonly now: Date | undefined
}

/** Makes a screen; fewer than 20 columns are treated as 20. */
export function createScreen(options: ScreenOptions): Screen {
  const columns = options.columns ?? 0
  return {
    columns: columns <= 0 ? 0 : Math.max(20, columns),
    paint: createPaint(options.color ?? false),
    link: options.links ? linked : (text) => text,
    glyphs: (options.unicode ?? true) ? glyphs.unicode : glyphs.ascii,
    isUnicode: options.unicode ?? true,
    now: options.now,
  }
}

export function narrowed(screen: Screen, by: number): Screen {
  return screen.columns === 0 ? screen : { ...screen, columns: Math.max(20, screen.columns - by) }
}

/** Indents lines; empty lines stay empty. */
export function indented(lines: readonly string[], by: number): string[] {
  const space = ' '.repeat(by)
  return lines.map((line) => (line === '' ? '' : space + line))
}

/** Styles text with escape sequences, or returns it unchanged without colour. */
export type Style = (text: string) => string

const STYLES = [
  'bold',
  'dim',
  'underline',
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
] as const

/**
 * The styles of renderers; they use only the sixteen colours that follow the terminal's theme. Bold goes with
 * red alone: many terminals brighten what is bold, and bright yellow or cyan cannot be read on white.
 */
export type Paint = { readonly [name in (typeof STYLES)[number]]: Style }

function createPaint(isColored: boolean): Paint {
  const styles = STYLES.map((name) => {
    const [start, end] = process
      .getBuiltinModule('node:util')
      .inspect.colors[name]!.map((code) => `\u001b[${code}m`) as [string, string]
    // A nested style ends with the same sequence, so this style starts again after it.
    const style: Style = (text) =>
      !isColored || text === '' ? text : start + text.replaceAll(end, end + start) + end
    return [name, style]
  })
  return Object.fromEntries(styles) as Paint
}

/** Makes a text a link to a URL, or returns it unchanged where the terminal has no links. */
export type Link = (text: string, url: string) => string

const linked: Link = (text, url) =>
  // A URL is sent to the terminal as it is, so it may hold nothing that a terminal obeys.
  /^[!-~]+$/.test(url) && text !== '' ? `\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\` : text

export type Glyphs = Readonly<(typeof glyphs)['unicode']>
