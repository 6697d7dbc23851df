import type { Step } from '../step.ts'

/** Lets the work of a command outlive its call, in generations of the spec that can say so. */
export const interruption: Step = {
  applies: ({ run, command }) =>
    Boolean(command.declaration.interruption) && run.output.rules.outlivesCalls && !run.isDryRun,
  run: async (call, next) => (await import('./run-interruptible.ts')).runInterruptible(call, next),
}
