import { isDryRun } from '../../run/run-state.ts'
import type { Step } from '../step.ts'

/** Has a person type a text before a command for persons alone; no flag and no variable answers the question. */
export const attest: Step = {
  applies: ({ run, command }) => Boolean(command.declaration.requiresPerson) && !isDryRun(run),
  run: async (call, next) => (await import('./ask-person.ts')).askPerson(call, next),
}
