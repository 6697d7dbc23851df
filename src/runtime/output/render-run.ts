import type { Outcome } from '../../contract/index.ts'
import { colorLevel } from '../human/terminal/color-level.ts'
import { renderHuman, type HumanText } from '../human/render-human.ts'
import { invocationOf } from '../run/reissued-command-line.ts'
import type { Run } from '../run/run-state.ts'
import { cleanShownText } from './clean-texts.ts'
import { screenOf } from './screen-options.ts'

/** Renders an outcome for a person at a terminal. */
export function renderOutcome(run: Run, outcome: Outcome): HumanText {
  const commandPath = cleanShownText(run, invocationOf(run))
  const errorColor = colorLevel(run.world.env, run.world.isStderrTty)
  const usage = run.usage ?? undefined
  return renderHuman(outcome, { ...screenOf(run), errorColor, commandPath, usage })
}
