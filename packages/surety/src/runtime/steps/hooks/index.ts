import type { Step } from '../step.ts'

/** Calls `beforeRun` and `afterRun` of the tool around each of its commands. */
export const hooks: Step = {
  applies: ({ run: { cli } }) => Boolean(cli.declaration.beforeRun ?? cli.declaration.afterRun),
  run: async (call, next) => (await import('./call-hooks.ts')).callHooks(call, next),
}
