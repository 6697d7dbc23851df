import { isSignalExitName, type FailureOutcome } from '../../../contract/index.ts'
import type { Case } from '../decision-input.ts'
import { CLIENT_CODES } from '../../client-codes.ts'
import { escalate, type Ruling } from '../verdict.ts'
import { isInDoubt } from './doubt.ts'

/** Ends what no repetition can help: aborted runs, programs that do not start, spent attempts, doubt. */
export function decideCondition(present: Case<FailureOutcome>): Ruling | undefined {
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
    return escalate('STEPS_SPENT', `The call took ${policy.maxSteps} attempts, which is the limit.`)
  }
  if (!isInDoubt(present)) return undefined
  const isEndedBySystem =
    error.category === 'GENERAL_ERROR' && (outcome.process?.exit_code ?? 0) >= 126
  if (isSignalExitName(outcome.exit) || isEndedBySystem) {
    return escalate(
      'ENVIRONMENT',
      'A signal or the system ended it; inspect state and environment before running it again.',
    )
  }
  return escalate(
    'IN_DOUBT',
    `${error.category} may have changed something; inspect the state before running it again.`,
  )
}

function isMadeByClient(outcome: FailureOutcome, code: string): boolean {
  return outcome.error.synthesised === true && outcome.error.code === code
}
