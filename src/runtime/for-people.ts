import type { Outcome } from '../contract/index.ts'
import { colorLevel } from './human/color-level.ts'
import { drawsUnicode } from './human/glyphs.ts'
import { renderHuman, type HumanText } from './human/render-human.ts'
import type { ScreenOptions } from './human/screen.ts'
import { commandName, type Run } from './run.ts'
import type { World } from './world.ts'

/** Renders an outcome for a person at a terminal. */
export function renderOutcome(run: Run, outcome: Outcome): HumanText {
  const commandPath = [run.cli.declaration.name, commandName(run)].join(' ').trim()
  const errorColor = colorLevel(run.world.env, run.world.isStderrTty)
  return renderHuman(outcome, { ...screenOf(run.world), errorColor, commandPath })
}

/** Describes the terminal to the renderer. */
export function screenOf(world: World): ScreenOptions {
  return {
    columns: world.columns,
    color: colorLevel(world.env, world.isStdoutTty),
    unicode: drawsUnicode(world.env, world.platform),
    now: world.now(),
  }
}
