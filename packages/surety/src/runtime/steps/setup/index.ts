import type { Step } from '../step.ts'

/** Opens what a command shares with others, and registers its end with the run. */
export const setup: Step = {
  applies: ({ command }) => command.declaration.setup !== undefined,
  run: async (call, next) => (await import('./open-setup.ts')).openSetup(call, next),
}
