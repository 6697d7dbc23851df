import { addFeatures } from '../declare/features.ts'
import { ofGenerations } from '../declare/generation-rules.ts'
import type { CheckedInput } from '../input/read-input.ts'
import { finish, type FinishedRun } from '../output/finish.ts'
import type { Call } from '../run/call.ts'
import type { RunEnd, UnfinishedOutcome } from '../run/ending/run-end.ts'
import { isOver, type Run } from '../run/run-state.ts'
import { attest } from './attest/index.ts'
import { audit } from './audit/index.ts'
import { confirm } from './confirm/index.ts'
import { deprecation } from './deprecation/index.ts'
import { heartbeat } from './heartbeat/index.ts'
import { hooks } from './hooks/index.ts'
import { init } from './init/index.ts'
import { inspect } from './inspect/index.ts'
import { interruption } from './interruption/index.ts'
import { longRun } from './long-run/index.ts'
import { pipefail } from './pipefail/index.ts'
import { plan } from './plan/index.ts'
import { runOnce } from './run-once/index.ts'
import { setup } from './setup/index.ts'
import type { Step } from './step.ts'
import { validate } from './validate/index.ts'

/** The steps of every call, the outermost first. A feature goes away with its folder and its line here. */
const STEPS: readonly Step[] = [
  audit,
  pipefail,
  deprecation,
  init,
  validate,
  inspect,
  attest,
  setup,
  plan,
  confirm,
  interruption,
  runOnce,
  hooks,
  longRun,
  heartbeat,
]

addFeatures(STEPS)

/** A generation is a list of steps. */
const stepsOf = ofGenerations((isSince) => STEPS.filter(({ since }) => isSince(since)))

export async function lookAtInput(run: Run, given: CheckedInput): Promise<void> {
  for (const step of stepsOf(run.output.dialect)) if (step.look) await step.look(run, given)
}

/** Takes a call through the steps that apply to it, and then to its handler. */
export function takeSteps(call: Call, handle: () => Promise<RunEnd>): Promise<RunEnd> {
  const steps = stepsOf(call.run.output.dialect)
  const from = async (at: number): Promise<RunEnd> => {
    // The limit or a signal has ended the run, and its answer says how far it came: nothing starts any more.
    if (isOver(call.run)) throw new Error('The run is over.')
    const taken = steps.findIndex(
      (step, index) => index >= at && step.run && (step.applies?.(call) ?? true),
    )
    return taken === -1 ? handle() : steps[taken]!.run!(call, () => from(taken + 1))
  }
  return from(0)
}

/** Finishes an answer through the steps that take part in it. */
export function finishThroughSteps(run: Run, outcome: UnfinishedOutcome): Promise<FinishedRun> {
  const steps = stepsOf(run.output.dialect)
  const from = async (at: number): Promise<FinishedRun> => {
    const taken = steps.findIndex((step, index) => index >= at && step.finish)
    return taken === -1 ? finish(run, outcome) : steps[taken]!.finish!(run, () => from(taken + 1))
  }
  return from(0)
}
