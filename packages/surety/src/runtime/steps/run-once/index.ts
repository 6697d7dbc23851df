import { isDryRun } from '../../run/run-state.ts'
import type { Step } from '../step.ts'

/** Runs a call with `--idempotency-key` at most once. Work that survives its call keeps its own answers. */
export const runOnce: Step = {
  applies: ({ run, input, work }) =>
    input.flags['idempotencyKey'] !== undefined && !isDryRun(run) && work === undefined,
  run: async (call, next) => (await import('./run-once.ts')).runOnce(call, next),
}
