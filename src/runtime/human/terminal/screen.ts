import type { ColorLevel } from './color-level.ts'
import { glyphsFor, type Glyphs } from './glyphs.ts'
import { createLink, type Link } from './links.ts'
import { createPaint, type Paint } from './paint.ts'

/** The facts about the terminal that a renderer needs; the caller provides all of them. */
export interface ScreenOptions {
  /** The width of the output; without it, or with 0, lines are neither wrapped nor cut. */
  readonly columns?: number | undefined
  /** Default 0, which means no escape sequences. */
  readonly color?: ColorLevel
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
    paint: createPaint(options.color ?? 0),
    link: createLink(options.links ?? false),
    glyphs: glyphsFor(options.unicode ?? true),
    isUnicode: options.unicode ?? true,
    now: options.now,
  }
}

/** Returns a screen that is narrower by an indentation. */
export function narrowed(screen: Screen, by: number): Screen {
  return screen.columns === 0 ? screen : { ...screen, columns: Math.max(20, screen.columns - by) }
}

/** Indents lines; empty lines stay empty. */
export function indented(lines: readonly string[], by: number): string[] {
  const space = ' '.repeat(by)
  return lines.map((line) => (line === '' ? '' : space + line))
}
