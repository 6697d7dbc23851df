import { isDryRun } from '../../run/run-state.ts'
import type { Step } from '../step.ts'

/** Lets the work of a command outlive its call, in generations of the spec that can say so. */
export const interruption: Step = {
  since: '1.16',
  applies: ({ run, command }) => Boolean(command.declaration.interruption) && !isDryRun(run),
  run: async (call, next) => (await import('./run-interruptible.ts')).runInterruptible(call, next),
}
