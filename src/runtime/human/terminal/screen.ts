import type { ColorLevel } from './color-level.ts'
import { glyphsFor, type Glyphs } from './glyphs.ts'
import { createPaint, type Paint } from './paint.ts'

/** What a rendering has to know about the terminal; nothing here is looked up, all is handed in. */
export interface ScreenOptions {
  /** Columns to fit into; 0 or nothing: no wrapping, no cutting. */
  readonly columns?: number | undefined
  /** Default 0: no escape sequences. */
  readonly color?: ColorLevel
  /** Whether signs outside ASCII can be drawn. Default true. */
  readonly unicode?: boolean
  /** The present, for times that read "2 hours ago"; left out, times stay absolute. */
  readonly now?: Date
}

/** A terminal as the rendering sees it. */
export interface Screen {
  /** 0 means unlimited. */
  readonly columns: number
  readonly paint: Paint
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
    glyphs: glyphsFor(options.unicode ?? true),
    isUnicode: options.unicode ?? true,
    now: options.now,
  }
}

/** Gives the screen that is left beside an indentation. */
export function narrowed(screen: Screen, by: number): Screen {
  return screen.columns === 0 ? screen : { ...screen, columns: Math.max(20, screen.columns - by) }
}

/** Moves lines to the right; empty ones stay empty. */
export function indented(lines: readonly string[], by: number): string[] {
  const space = ' '.repeat(by)
  return lines.map((line) => (line === '' ? '' : space + line))
}
