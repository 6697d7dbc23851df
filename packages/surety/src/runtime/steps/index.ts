import type { MaybeLater } from '../run/maybe-later.ts'
import type { Call } from '../run/call.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import { isOver } from '../run/run-state.ts'
import { confirm } from './confirm/index.ts'
import { deprecation } from './deprecation/index.ts'
import { hooks } from './hooks/index.ts'
import { longRun } from './long-run/index.ts'
import { runOnce } from './run-once/index.ts'
import type { Step } from './step.ts'
import { validate } from './validate/index.ts'

/** The steps of every call, the outermost first. A feature goes away with its folder and its line here. */
const STEPS: readonly Step[] = [deprecation, validate, confirm, runOnce, hooks, longRun]

/** Takes a call through the steps that apply to it, and then to its handler. */
export function takeSteps(
  call: Call,
  handle: () => MaybeLater<RunEnd>,
  at = 0,
): MaybeLater<RunEnd> {
  // The limit or a signal has ended the run, and its answer says how far it came: nothing starts any more.
  if (isOver(call.run)) throw new Error('The run is over.')
  const taken = STEPS.findIndex((step, index) => index >= at && step.applies(call))
  if (taken === -1) return handle()
  return STEPS[taken]!.run(call, () => takeSteps(call, handle, taken + 1))
}
