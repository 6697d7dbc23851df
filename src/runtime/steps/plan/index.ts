import type { Step } from '../step.ts'

/** Binds a change to its preview: `--dry-run` gives a token, `--plan` runs only what that token stands for. */
export const plan: Step = {
  applies: ({ run, command, input }) =>
    command.declaration.plan === true && (run.isDryRun || input.flags['plan'] !== undefined),
  run: async (call, next) => (await import('./bind-plan.ts')).bindPlan(call, next),
}
