import type { JsonObject } from '../../contract/index.ts'
import { doneSteps, type Run } from './run-state.ts'

/** Says which steps of a call are done, which one failed and which were not reached. */
export function stepReport(run: Run, failed: string | null): JsonObject {
  const { steps = [] } = run.command?.declaration ?? {}
  const done = doneSteps(run)
  return {
    completed_steps: [...done],
    failed_step: failed,
    skipped_steps: steps.filter((step) => !done.includes(step) && step !== failed),
    ...(failed !== null && { resume_from: failed }),
  }
}
