import { succeed, type Outcome } from '../../contract/index.ts'
import { visibleText } from '../../internal/visible-text.ts'
import type { ColorLevel } from './terminal/capabilities.ts'
import { renderFailure } from './failure-text.ts'
import { createScreen, narrowed, type Screen, type ScreenOptions } from './terminal/screen.ts'
import { renderData, renderSurroundings } from './success-text.ts'
import { hanging, widthOf, wrapTo } from './terminal/text-width.ts'

/** The options of a rendering for people. */
export interface HumanOptions extends ScreenOptions {
  /** The tool and the command, such as `notes ls`; the hint for the next page starts with it. */
  readonly commandPath: string
  /** The URL of a page about errors. */
  readonly docs?: string
  /** How the command is called, for an error about its arguments. */
  readonly usage?: string | undefined
  /** The colour level of stderr if it differs, for instance because stdout is a file. */
  readonly errorColor?: ColorLevel
}

/** The texts for both streams; each ends in a line feed unless it is empty. Write stdout first. */
export interface HumanText {
  readonly stdout: string
  readonly stderr: string
}

/**
 * Renders an outcome for a person at a terminal. The result goes to stdout; warnings, hints and
 * failures go to stderr.
 *
 * @example
 * ```ts
 * const { stdout, stderr } = renderHuman(outcome, { columns: 80, color: 2, commandPath: 'notes ls' })
 * ```
 */
export function renderHuman(outcome: Outcome, options: HumanOptions): HumanText {
  const screen = createScreen(options)
  const errorScreen = createScreen({ ...options, color: options.errorColor ?? options.color ?? 0 })
  const warnings = outcome.warnings.flatMap((warning) => renderWarning(warning, errorScreen))
  if (!outcome.ok) {
    const failure = renderFailure(outcome, errorScreen, {
      docs: options.docs,
      usage: options.usage,
    })
    const { data } = outcome
    const stdout = data === null ? '' : blocks(renderData(succeed({ data }), screen))
    return { stdout, stderr: blocks(warnings, failure) }
  }
  const surroundings = renderSurroundings(outcome, errorScreen, visibleText(options.commandPath))
  const stdout = blocks(renderData(outcome, screen))
  const stderr = blocks(warnings, surroundings)
  return { stdout, stderr: stdout !== '' && stderr !== '' ? `\n${stderr}` : stderr }
}

/** Renders a warning, with a hanging indent if it wraps. */
export function renderWarning(warning: string, screen: Screen): string[] {
  const { paint, glyphs } = screen
  const space = widthOf(glyphs.warning) + 1
  const lines = wrapTo(visibleText(warning, '\n'), narrowed(screen, space).columns)
  return hanging(`${paint.yellow(glyphs.warning)} `, lines)
}

/** Joins blocks of lines with an empty line between them. */
function blocks(...all: readonly (readonly string[])[]): string {
  const filled = all.filter((lines) => lines.length > 0)
  return filled.map((lines) => `${lines.join('\n')}\n`).join('\n')
}
