import { isSignalExitName, type FailureOutcome } from '../../../contract/index.ts'
import type { DecisionInput } from '../decision-input.ts'
import type { HistoryStep } from '../history.ts'
import { CLIENT_CODES } from '../../client-codes.ts'
import { escalate, type Ruling } from '../verdict.ts'
import { isInDoubt } from './repeat/doubt.ts'
import { isNegativeResult } from './negative-result.ts'
import { isShellSignal } from './shell-signal.ts'

/** Escalates where a retry is useless or unsafe: aborts, programs that do not start, limits, doubt. */
export function decideCondition(present: DecisionInput<FailureOutcome>): Ruling | undefined {
  const { outcome, history, policy } = present
  const { error } = outcome
  if (isMadeByClient(outcome, CLIENT_CODES.ABORTED)) return escalate('ABORTED')
  if (
    isMadeByClient(outcome, CLIENT_CODES.PROGRAM_NOT_FOUND) ||
    isMadeByClient(outcome, CLIENT_CODES.PROGRAM_NOT_RUNNABLE)
  ) {
    return escalate('PROGRAM_MISSING', error.message)
  }
  if (history.steps.filter((step) => !isCountedApart(step)).length + 1 >= policy.maxSteps) {
    return escalate('STEPS_SPENT', `The call reached the limit of ${policy.maxSteps} attempts.`)
  }
  // Exit 0 means that the work is done, whatever the answer says.
  if (outcome.process?.exit_code === 0) return escalate('EXIT_ZERO')
  if (isNegativeResult(present)) return escalate('NEGATIVE_RESULT')
  if (!isInDoubt(present)) return undefined
  const isEndedBySystem =
    error.category === 'GENERAL_ERROR' && isExitOfSystem(outcome.process?.exit_code ?? 0)
  if (isSignalExitName(outcome.exit) || isEndedBySystem) {
    return escalate(
      'ENVIRONMENT',
      'A signal or the system ended the process; check state and environment before running it again.',
    )
  }
  return escalate(
    'IN_DOUBT',
    'The command may have changed something before it failed; check before running it again.',
  )
}

/** Pages and continuations have limits of their own. */
function isCountedApart({ verdict }: HistoryStep): boolean {
  return verdict === 'next_page' || verdict === 'continue_work'
}

/** 126 and 127 come from a shell, as does 128 plus a signal; 128 itself and 255 are ordinary failures. */
function isExitOfSystem(number: number): boolean {
  return number === 126 || number === 127 || isShellSignal(number)
}

function isMadeByClient(outcome: FailureOutcome, code: string): boolean {
  return outcome.error.synthesised === true && outcome.error.code === code
}
