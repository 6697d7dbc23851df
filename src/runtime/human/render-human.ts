import type { Outcome } from '../../contract/index.ts'
import { visibleText } from '../../internal/visible-text.ts'
import type { ColorLevel } from './terminal/color-level.ts'
import { renderFailure } from './failure-text.ts'
import { createScreen, narrowed, type Screen, type ScreenOptions } from './terminal/screen.ts'
import { renderData, renderSurroundings } from './success-text.ts'
import { widthOf, wrapTo } from './terminal/text-width.ts'

/** What a rendering for people is told beside the outcome. */
export interface HumanOptions extends ScreenOptions {
  /** Tool and command as typed, `notes ls`: what a hint for the next page starts with. */
  readonly commandPath: string
  /** Address of a page about errors. */
  readonly docs?: string
  /** Colour of standard error where it differs, as when one of the two goes to a file. */
  readonly errorColor?: ColorLevel
}

/** Text for both streams; each ends in a line feed unless it is empty. Write stdout first. */
export interface HumanText {
  readonly stdout: string
  readonly stderr: string
}

/**
 * Renders an outcome for a person at a terminal, from the data alone. The result goes to standard
 * output; warnings, hints and failures go to standard error.
 *
 * @example
 * ```ts
 * const { stdout, stderr } = renderHuman(outcome, { columns: 80, color: 2, commandPath: 'notes ls' })
 * ```
 */
export function renderHuman(outcome: Outcome, options: HumanOptions): HumanText {
  const screen = createScreen(options)
  const aside = createScreen({ ...options, color: options.errorColor ?? options.color ?? 0 })
  const warnings = outcome.warnings.flatMap((warning) => renderWarning(warning, aside))
  if (!outcome.ok) {
    const failure = renderFailure(outcome, aside, { docs: options.docs })
    return { stdout: '', stderr: blocks(warnings, failure) }
  }
  const surroundings = renderSurroundings(outcome, aside, visibleText(options.commandPath))
  const stdout = blocks(renderData(outcome, screen))
  const stderr = blocks(warnings, surroundings)
  return { stdout, stderr: stdout !== '' && stderr !== '' ? `\n${stderr}` : stderr }
}

/** Shows a warning, with a hanging indent where it wraps. */
export function renderWarning(warning: string, screen: Screen): string[] {
  const { paint, glyphs } = screen
  const space = widthOf(glyphs.warning) + 1
  const lines = wrapTo(visibleText(warning, '\n'), narrowed(screen, space).columns)
  return lines.map((line, at) =>
    at === 0 ? `${paint.yellow(glyphs.warning)} ${line}` : ' '.repeat(space) + line,
  )
}

/** Joins blocks of lines with an empty line between them. */
function blocks(...all: readonly (readonly string[])[]): string {
  const filled = all.filter((lines) => lines.length > 0)
  return filled.map((lines) => `${lines.join('\n')}\n`).join('\n')
}
