import { isDryRun } from '../../run/run-state.ts'
import type { Step } from '../step.ts'

/** Binds a change to its preview: `--dry-run` gives a token, `--plan` runs only what that token stands for. */
export const plan: Step = {
  flags: [
    {
      key: 'plan',
      def: { kind: 'string', optional: true },
      description: 'Plan of a preview; the call runs only if it still holds',
      on: ({ command }) => command.plan,
      after: 'confirmDestructive',
      isNeeded: true,
    },
  ],
  members: {
    flaws: ({ plan: isBound, dryRun }) =>
      isBound && typeof dryRun !== 'function'
        ? ['PLAN_WITHOUT_PREVIEW: plan needs dryRun(), whose answer it binds to']
        : [],
    exits: ({ plan: isBound }) => (isBound ? ['CONFLICT'] : []),
  },
  applies: ({ run, command, input }) =>
    command.declaration.plan === true && (isDryRun(run) || input.flags['plan'] !== undefined),
  run: async (call, next) => (await import('./bind-plan.ts')).bindPlan(call, next),
}
