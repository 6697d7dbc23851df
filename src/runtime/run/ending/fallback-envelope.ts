import type { Outcome } from '../../../contract/index.ts'
import type { UnfinishedOutcome } from './run-end.ts'

/** Creates the outcome of a run when the framework itself fails. */
export function fallbackOutcome(message: string, detail: string): UnfinishedOutcome {
  return {
    data: null,
    failure: {
      exit: 'GENERAL_ERROR',
      error: { code: 'INTERNAL_ERROR', message, detail, retryable: false },
    },
  }
}

/** Serialises a failure in the default dialect without an encoder, for when none can be loaded. */
export function fallbackLine({ ok, data, error, warnings, meta }: Outcome): string {
  const { code, message, detail, retryable } = error!
  return JSON.stringify({ ok, data, error: { code, message, detail, retryable }, warnings, meta })
}
