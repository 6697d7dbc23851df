import type { Outcome } from '../../contract/index.ts'
import { colorLevel } from '../human/terminal/color-level.ts'
import { drawsUnicode } from '../human/terminal/draws-unicode.ts'
import { renderHuman, type HumanText } from '../human/render-human.ts'
import type { ScreenOptions } from '../human/terminal/screen.ts'
import { invocationOf } from '../run/reissued-command-line.ts'
import type { Run } from '../run/run-state.ts'

/** Renders an outcome for a person at a terminal. */
export function renderOutcome(run: Run, outcome: Outcome): HumanText {
  const commandPath = run.redactor.redact(invocationOf(run))
  const errorColor = colorLevel(run.world.env, run.world.isStderrTty)
  return renderHuman(outcome, { ...screenOf(run), errorColor, commandPath })
}

/** Describes the terminal for the renderer; `--width` overrides its real width (REQ-F-056). */
export function screenOf({ world, output, command }: Run): ScreenOptions {
  // A command may declare a `--width` option of its own, with another meaning.
  const isOwn = Object.hasOwn(command?.declaration.options ?? {}, 'width')
  return {
    columns: (isOwn ? null : output.width) ?? world.columns,
    color: colorLevel(world.env, world.isStdoutTty),
    unicode: drawsUnicode(world.env, world.platform),
    now: world.now(),
  }
}
