import type { Outcome } from '../../contract/index.ts'
import { hasColor } from '../human/terminal/capabilities.ts'
import { renderHuman, type HumanText } from '../human/render-human.ts'
import { invocationOf } from '../run/reissued-command-line.ts'
import type { Run } from '../run/run-state.ts'
import { cleanShownText } from './surroundings.ts'
import { screenOf } from './screen-of.ts'

export function renderOutcome(run: Run, outcome: Outcome, usage?: string): HumanText {
  const commandPath = cleanShownText(run, invocationOf(run))
  const errorColor = hasColor(run.world.env, run.world.isStderrTty)
  return renderHuman(outcome, { ...screenOf(run), errorColor, commandPath, usage })
}
