import { refusedValue } from '../../run/errors/input-error.ts'
import { isConfirmed } from '../../run/parsed-input.ts'
import { addMeta, isDryRun } from '../../run/run-state.ts'
import type { Step } from '../step.ts'

/** Ends a call that is valid before its handler, by `--validate-only`. */
export const validateOnly: Step = {
  look: (run, { flags }) => {
    if (flags.validateOnly) addMeta(run, { validation_only: true })
  },
  applies: ({ input }) => input.flags.validateOnly === true,
  run: async ({ run, command, input }) => {
    const { danger, filter } = command.declaration
    const needsNone = danger !== 'destructive' || filter === 'protocol' || isDryRun(run)
    if (needsNone || isConfirmed(input)) return { kind: 'data', data: null }
    // A call that would be refused for want of a confirmation is not valid.
    const message = 'The call is destructive and would be refused without --confirm-destructive.'
    throw refusedValue(run, '--confirm-destructive', message, { code: 'MISSING_ARGUMENT' })
  },
}
