import { fail, type FailureOutcome } from '../../contract/index.ts'

/** Makes the outcome of a run that could not be answered in any better way. */
export function lastOutcome(message: string, detail: string, durationMs: number): FailureOutcome {
  return fail({
    exit: 'GENERAL_ERROR',
    error: { code: 'INTERNAL_ERROR', message, detail, retryable: false },
    meta: { duration_ms: durationMs },
  })
}

/**
 * Writes such an outcome in the default dialect, which is simple enough for that, where nothing can be
 * loaded any more.
 */
export function lastLine(outcome: FailureOutcome): string {
  const { ok, data, error, warnings, meta } = outcome
  const { code, message, detail, retryable } = error
  return JSON.stringify({ ok, data, error: { code, message, detail, retryable }, warnings, meta })
}
