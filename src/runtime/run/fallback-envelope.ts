import type { Outcome } from '../../contract/index.ts'
import type { UnfinishedOutcome } from './unfinished-outcome.ts'

/** Makes the outcome of a run that could not be answered in any better way. */
export function fallbackOutcome(message: string, detail: string): UnfinishedOutcome {
  return {
    data: null,
    failure: {
      exit: 'GENERAL_ERROR',
      error: { code: 'INTERNAL_ERROR', message, detail, retryable: false },
    },
  }
}

/** Writes a failure in the default dialect by hand, for when no encoder can be loaded. */
export function fallbackLine({ ok, data, error, warnings, meta }: Outcome): string {
  const { code, message, detail, retryable } = error!
  return JSON.stringify({ ok, data, error: { code, message, detail, retryable }, warnings, meta })
}
