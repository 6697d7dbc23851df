import type { DecisionInput } from '../../decision-input.ts'
import { triesOf } from '../../history.ts'
import { declaredExit } from './doubt.ts'
import { isShellSignal } from '../condition.ts'
import type { Policy } from '../../policy.ts'
import { escalate, type Ruling, VERDICT_REASONS, type VerdictReason } from '../../verdict.ts'
import {
  type FailureOutcome,
  type Generation,
  isSignalExitName,
  type OutcomeError,
} from '../../../../contract/index.ts'

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

/** Returns the wait before the next try: the tool's, else the contract's default. */
function waitFor(
  error: OutcomeError,
  tries: number,
  policy: Policy,
  generation?: Generation,
): number {
  const given = error.retry_after_ms ?? 0
  const isGiven = isWaitGiven(error)
  const base = isGiven ? given : policy.backoffBaseMs
  switch (error.retry_strategy) {
    case 'immediate':
      return isGiven ? given : 0
    case 'linear_backoff':
      return isGiven ? given * tries : capped(base * tries, policy)
    case 'exponential_backoff':
      return isGiven ? given * 2 ** (tries - 1) : capped(base * 2 ** (tries - 1), policy)
    case undefined:
      break
  }
  if (isGiven) return given
  // The founding document has one default for every wait; later generations have a longer one here.
  if (error.category === 'RATE_LIMITED' && generation !== '1.0') return policy.rateLimitWaitMs
  if (error.category === 'UNAVAILABLE')
    return capped(policy.backoffBaseMs * 2 ** (tries - 1), policy)
  return policy.defaultWaitMs
}

/** Tests whether the tool says how long to wait. */
function isWaitGiven({ retry_after_ms: given }: OutcomeError): boolean {
  return typeof given === 'number' && given >= 0
}

function capped(wait: number, policy: Policy): number {
  return Math.min(wait, policy.backoffCapMs)
}
