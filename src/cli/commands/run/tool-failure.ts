import type { RunResult, Verdict } from '../../../client/index.ts'
import {
  isFailureName,
  isSignalExitName,
  SuretyError,
  type FailureOutcome,
  type Outcome,
} from '../../../contract/index.ts'

/**
 * Reasons for which an answer that calls itself a success is none to whoever asked: acting on it
 * would be acting on something that nobody promised.
 */
const REFUSED: ReadonlySet<Verdict['reason']> = new Set([
  'MALFORMED',
  'CONTRACT_MISMATCH',
  'NOTHING_TO_ACT_ON',
  'DIALECT_UNCERTAIN',
])

/** Tests whether a call came to what was asked for. */
export function isDone(outcome: Outcome, verdict: Verdict): boolean {
  return outcome.ok && !(verdict.kind === 'escalate' && REFUSED.has(verdict.reason))
}

/** Makes the failure that passes a tool's own on: code, message and every fact as the tool gave them. */
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

/** An exit of the tool's own is not ours to declare; its kind is. */
function exitOf({ exit, error }: FailureOutcome): SuretyError['exit'] {
  return isFailureName(exit) || isSignalExitName(exit) ? exit : error.category
}
