import type { Step } from '../step.ts'

/** Warns that a command is deprecated, and names what to use instead. */
export const deprecation: Step = {
  applies: ({ command }) => command.declaration.deprecated !== undefined,
  run: async (call, next) =>
    (await import('./warn-of-deprecation.ts')).warnOfDeprecation(call, next),
}
