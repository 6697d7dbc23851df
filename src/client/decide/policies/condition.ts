import { isSignalExitName, type FailureOutcome } from '../../../contract/index.ts'
import type { DecisionInput } from '../decision-input.ts'
import { CLIENT_CODES } from '../../client-codes.ts'
import { escalate, type Ruling } from '../verdict.ts'
import { isInDoubt } from './doubt.ts'

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
  if (history.steps.filter((step) => step.verdict !== 'next_page').length + 1 >= policy.maxSteps) {
    return escalate('STEPS_SPENT', `The call reached the limit of ${policy.maxSteps} attempts.`)
  }
  if (!isInDoubt(present)) return undefined
  const isEndedBySystem =
    error.category === 'GENERAL_ERROR' && (outcome.process?.exit_code ?? 0) >= 126
  if (isSignalExitName(outcome.exit) || isEndedBySystem) {
    return escalate(
      'ENVIRONMENT',
      'A signal or the system ended the process; check state and environment before running it again.',
    )
  }
  return escalate(
    'IN_DOUBT',
    `${error.category} may have changed something; check the state before running it again.`,
  )
}

function isMadeByClient(outcome: FailureOutcome, code: string): boolean {
  return outcome.error.synthesised === true && outcome.error.code === code
}
