import type { Step } from '../step.ts'

/** Lets the work of a command outlive its call, in generations of the spec that can say so. */
export const interruption: Step = {
  applies: ({ run, command }) =>
    command.declaration.interruption !== undefined && run.output.isCurrent && !run.isDryRun,
  run: async (call, next) => (await import('./run-interruptible.ts')).runInterruptible(call, next),
}
