import type { NextSteps, OutcomeError } from '../../contract/index.ts'
import type { EncodeOptions } from '../dialect.ts'
import type { Ledger } from './loss-ledger.ts'

/**
 * Returns the next steps to write beside the details, where an agent finds them, and records them as
 * written. A tool's own dialect gets no additional members, and a name that is taken stays as it is.
 */
export function placeAdvice(
  { next_steps: steps, details }: OutcomeError,
  { stow = 'never' }: EncodeOptions,
  ledger: Ledger,
): { readonly next_steps?: NextSteps } {
  if (steps === undefined || stow === 'never') return {}
  if (details && Object.hasOwn(details, 'next_steps')) return {}
  ledger.wrote('/error/next_steps')
  return { next_steps: steps }
}
