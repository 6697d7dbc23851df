import { recoveryOfExit, type FailureOutcome } from '../../../contract/index.ts'
import type { DecisionInput } from '../decision-input.ts'
import { escalate, type Ruling } from '../verdict.ts'

/** Without a declared dialect, only exits that the table itself calls repeatable are repeated. */
export function limitToExitTable({
  outcome,
  knowledge,
}: DecisionInput<FailureOutcome>): Ruling | undefined {
  if (knowledge.undeclared !== true) return undefined
  const { category, message } = outcome.error
  if (recoveryOfExit(category) === 'identical') return undefined
  const isSettled = category === 'NOT_FOUND' || category === 'CONFLICT'
  return isSettled ? escalate('NOT_RETRYABLE', message) : escalate('DIALECT_UNDECLARED')
}
