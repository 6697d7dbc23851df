import type { Step } from '../step.ts'

/** Calls the `validate` hook of a command and refuses the input if it finds problems. */
export const validate: Step = {
  applies: ({ command }) => command.declaration.validate !== undefined,
  run: async (call, next) => (await import('./call-validate.ts')).callValidate(call, next),
}
