import { ofGenerations } from '../declare/generation-rules.ts'
import type { CheckedInput } from '../input/read-input.ts'
import type { FinishedRun } from '../output/surroundings.ts'
import type { MaybeLater } from '../run/maybe-later.ts'
import type { Call } from '../run/call.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import { isOver, type Run } from '../run/run-state.ts'
import { confirm } from './confirm/index.ts'
import { deprecation } from './deprecation/index.ts'
import { hooks } from './hooks/index.ts'
import { init } from './init/index.ts'
import { interruption } from './interruption/index.ts'
import { longRun } from './long-run/index.ts'
import { runOnce } from './run-once/index.ts'
import { setup } from './setup/index.ts'
import type { Step } from './step.ts'
import { validate } from './validate/index.ts'

/** Lets callers inspect a call in generations that want it. No other call loads the features of these. */
const inspect: Step = {
  since: '1.16',
  look: async (run, given) => lookAtInput(run, given, await inspecting()),
  run: async (call, next) => takeSteps(call, next, await inspecting()),
  finish: async (run, next) => finishThroughSteps(run, next, await inspecting()),
}
const inspecting = async () => (await import('./inspect/features.ts')).FEATURES

/** The steps of every call, the outermost first. A feature goes away with its folder and its line here. */
const STEPS: readonly Step[] = [
  deprecation,
  init,
  validate,
  inspect,
  setup,
  confirm,
  interruption,
  runOnce,
  hooks,
  longRun,
]

/** A generation is a list of steps. */
const stepsOf = ofGenerations((isSince) => STEPS.filter(({ since }) => isSince(since)))

/** Has the steps look at the input, one after the other; there is nothing to wait for if none of them waits. */
export function lookAtInput(
  run: Run,
  given: CheckedInput,
  steps: readonly Step[] = stepsOf(run.output.dialect),
): void | Promise<void> {
  for (const [at, step] of steps.entries()) {
    const looking = step.look?.(run, given)
    if (looking) return looking.then(() => lookAtInput(run, given, steps.slice(at + 1)))
  }
}

/** Takes a call through the steps that apply to it, and then to its handler. */
export function takeSteps(
  call: Call,
  handle: () => MaybeLater<RunEnd>,
  steps: readonly Step[] = stepsOf(call.run.output.dialect),
  at = 0,
): MaybeLater<RunEnd> {
  // The limit or a signal has ended the run, and its answer says how far it came: nothing starts any more.
  if (isOver(call.run)) throw new Error('The run is over.')
  const taken = steps.findIndex(
    (step, index) => index >= at && step.run && (step.applies?.(call) ?? true),
  )
  if (taken === -1) return handle()
  return steps[taken]!.run!(call, () => takeSteps(call, handle, steps, taken + 1))
}

/** Finishes an answer through the steps that take part in it. */
export function finishThroughSteps(
  run: Run,
  finish: () => MaybeLater<FinishedRun>,
  steps: readonly Step[] = stepsOf(run.output.dialect),
  at = 0,
): MaybeLater<FinishedRun> {
  const taken = steps.findIndex((step, index) => index >= at && step.finish)
  if (taken === -1) return finish()
  return steps[taken]!.finish!(run, () => finishThroughSteps(run, finish, steps, taken + 1))
}
