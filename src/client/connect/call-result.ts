import { fail, type FailureOutcome } from '../../contract/index.ts'
import type { RunResult } from '../result.ts'
import type { CallFailure, CallResult, CallSuccess } from './caller.ts'

/** Turns the result of a call into a value for its caller: data that may be used, or the failure. */
export function callResult(run: RunResult): CallResult<unknown> {
  const { outcome, verdict } = run
  if (!outcome.ok) return failureOf(outcome, run)
  if (verdict.kind !== 'accept' && verdict.kind !== 'use_cache') {
    const error = { code: verdict.reason, message: verdict.message, retryable: false }
    return failureOf(fail({ exit: 'GENERAL_ERROR', error, meta: outcome.meta }), run)
  }
  const { data, warnings, meta } = outcome
  return { ok: true, data, warnings, meta, run } satisfies CallSuccess<unknown>
}

function failureOf({ exit, error, data, warnings, meta }: FailureOutcome, run: RunResult) {
  return {
    ok: false,
    code: error.code,
    exit,
    message: error.message,
    retryable: error.retryable,
    ...(error.suggestion !== undefined && { suggestion: error.suggestion }),
    error,
    data,
    warnings,
    meta,
    run,
  } satisfies CallFailure
}
