import { speaksProtocol } from '../../declare/command.ts'
import { isDryRun } from '../../run/run-state.ts'
import type { Step } from '../step.ts'

/** Asks whether a destructive command may go ahead, and refuses it without a terminal or `--confirm-destructive`. */
export const confirm: Step = {
  applies: ({ run, command: { declaration } }) =>
    declaration.danger === 'destructive' && !speaksProtocol(declaration) && !isDryRun(run),
  run: async (call, next) => (await import('./confirm-call.ts')).confirmCall(call, next),
}
