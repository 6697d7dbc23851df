import { isSignalExitName, type FailureOutcome } from '../../../../contract/index.ts'
import type { DecisionInput } from '../../decision-input.ts'
import { triesOf } from '../../history.ts'
import { escalate, VERDICT_REASONS, type Ruling, type VerdictReason } from '../../verdict.ts'
import { declaredExit } from './doubt.ts'
import { isShellSignal } from '../shell-signal.ts'
import { isWaitGiven, waitFor } from './waits.ts'

/** Retries an unchanged call as often and as soon as the contract allows. */
export function decideRetry(present: DecisionInput<FailureOutcome>): Ruling {
  const { outcome, history, knowledge, policy } = present
  const { error } = outcome
  const answer = mayRepeat(present)
  if (answer !== true)
    return escalate(answer, answer === 'NOT_RETRYABLE' ? error.message : undefined)
  const tries = triesOf(error.code, history)
  if (tries >= policy.maxTries) {
    return escalate(
      'TRIES_SPENT',
      `${error.code} occurred ${tries} times without a change of state.`,
    )
  }
  const wait = Math.round(waitFor(error, tries, policy, knowledge.generation))
  if (!(wait <= policy.maxWaitMs)) {
    return escalate(
      'WAIT_TOO_LONG',
      `${isWaitGiven(error) ? 'The tool asks for' : 'The contract demands'} a wait of ${wait} ms; ${policy.maxWaitMs} ms are allowed.`,
    )
  }
  const reason = REASONS[error.category] ?? 'TRANSIENT'
  return { kind: 'retry_after', wait_ms: wait, reason, message: VERDICT_REASONS[reason] }
}

const REASONS: { readonly [category: string]: VerdictReason | undefined } = {
  RATE_LIMITED: 'RATE_LIMITED',
  UNAVAILABLE: 'UNAVAILABLE',
}

/** Reads what the tool and the tables say about retrying; doubt about side effects was ruled out before. */
function mayRepeat(present: DecisionInput<FailureOutcome>): true | VerdictReason {
  const { outcome, knowledge, policy } = present
  const { error } = outcome
  // Never retryable by contract, whatever the tool says.
  if (error.category === 'PARTIAL_FAILURE') return 'IN_DOUBT'
  const declared = declaredExit(present)
  const isSaid =
    error.synthesised !== true && error.retryable !== null && knowledge.retryableStated !== false
  // The answer itself comes first, then the declaration, then the table.
  if (declared !== undefined && !isSaid) return declared.retryable || 'NOT_RETRYABLE'
  if (error.retryable === false) return 'NOT_RETRYABLE'
  if (error.retryable === true) return true
  if (error.category === 'RATE_LIMITED') return true
  const isHarmless = policy.safety !== 'unknown'
  if (
    isHarmless &&
    (isTransient(outcome) || error.category === 'UNAVAILABLE' || error.category === 'TIMEOUT')
  ) {
    return true
  }
  return 'UNKNOWN_FAILURE'
}

/** Tests for EX_TEMPFAIL, the one sysexits number that asks for a retry, and for signals. */
function isTransient(outcome: FailureOutcome): boolean {
  const number = outcome.process?.exit_code ?? 0
  return number === 75 || isSignalExitName(outcome.exit) || isShellSignal(number)
}
