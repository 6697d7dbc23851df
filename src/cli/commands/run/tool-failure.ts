import type { RunResult, Verdict } from '../../../client/index.ts'
import {
  isFailureName,
  isSignalExitName,
  SuretyError,
  type FailureOutcome,
  type Outcome,
} from '../../../contract/index.ts'

/**
 * Reasons to treat a reported success as a failure: the answer breaks its contract, so nobody may
 * rely on it.
 */
const REFUSED: ReadonlySet<Verdict['reason']> = new Set([
  'MALFORMED',
  'CONTRACT_MISMATCH',
  'NOTHING_TO_ACT_ON',
  'DIALECT_UNCERTAIN',
])

/** Tests whether a call succeeded with an answer that can be relied on. */
export function isDone(outcome: Outcome, verdict: Verdict): boolean {
  return outcome.ok && !(verdict.kind === 'escalate' && REFUSED.has(verdict.reason))
}

/** Converts the failure of a tool to ours, with code, message and facts unchanged. */
export function toFailure({
  outcome,
  verdict,
}: Pick<RunResult, 'outcome' | 'verdict'>): SuretyError {
  if (outcome.ok) {
    return new SuretyError(verdict.reason, 'GENERAL_ERROR', verdict.message, {
      retryable: false,
      data: outcome.data,
    })
  }
  const { code, message, ...facts } = outcome.error
  return new SuretyError(code, exitOf(outcome), message, { ...facts, data: outcome.data })
}

/** Replaces an exit that only the tool declares by its standard category. */
function exitOf({ exit, error }: FailureOutcome): SuretyError['exit'] {
  return isFailureName(exit) || isSignalExitName(exit) ? exit : error.category
}
