import { isDryRun } from '../../run/run-state.ts'
import type { Step } from '../step.ts'

/** Runs a call with `--idempotency-key` at most once. */
export const runOnce: Step = {
  applies: ({ run, input }) => input.flags['idempotencyKey'] !== undefined && !isDryRun(run),
  run: async (call, next) => (await import('./run-once.ts')).runOnce(call, next),
}
