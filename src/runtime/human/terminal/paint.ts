import type { ColorLevel } from './color-level.ts'

/** Styles text with escape sequences, or returns it unchanged without colour. */
export type Style = (text: string) => string

/**
 * The styles of renderers; they use only the sixteen colours that follow the terminal's theme. Bold goes with
 * red alone: many terminals brighten what is bold, and bright yellow or cyan cannot be read on white.
 */
export interface Paint {
  readonly bold: Style
  readonly dim: Style
  readonly underline: Style
  readonly red: Style
  readonly green: Style
  readonly yellow: Style
  readonly blue: Style
  readonly magenta: Style
  readonly cyan: Style
}

/** Makes the styles for a colour level. */
export function createPaint(level: ColorLevel): Paint {
  const sgr = (open: number, close: number): Style =>
    level === 0 ? (text) => text : (text) => styled(text, open, close)
  return {
    bold: sgr(1, 22),
    dim: sgr(2, 22),
    underline: sgr(4, 24),
    red: sgr(31, 39),
    green: sgr(32, 39),
    yellow: sgr(33, 39),
    blue: sgr(34, 39),
    magenta: sgr(35, 39),
    cyan: sgr(36, 39),
  }
}

function styled(text: string, open: number, close: number): string {
  if (text === '') return text
  const start = `\u001b[${open}m`
  const end = `\u001b[${close}m`
  // A nested style ends with the same sequence, so this style starts again after it.
  return start + text.replaceAll(end, end + start) + end
}
