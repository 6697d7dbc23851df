import type { FailureName } from './exit-codes.ts'
import type { Recovery } from './vocabulary.ts'

export type { Recovery } from './vocabulary.ts'

/** What a recovery is derived from. */
export interface RecoveryFacts {
  readonly retryable: boolean | null
  readonly category: FailureName
  readonly hasFix?: boolean
  readonly hasRedirect?: boolean
  /**
   * What `retryable: true` means in the dialect. In contract 1.0 the call may need a correction first;
   * everywhere else the unchanged call is meant.
   */
  readonly meaning?: 'safe_to_retry' | 'identical_call'
}

/**
 * Derives the recovery of a failure from either meaning of `retryable`.
 *
 * @example
 * ```ts
 * import { deriveRecovery } from 'surety/contract'
 *
 * deriveRecovery({ retryable: true, category: 'ARG_ERROR', meaning: 'safe_to_retry' }) // 'after_fix'
 * deriveRecovery({ retryable: true, category: 'UNAVAILABLE' }) // 'identical'
 * ```
 */
export function deriveRecovery(facts: RecoveryFacts): Recovery {
  const { retryable, category, hasFix = false, hasRedirect = false, meaning } = facts
  if (category === 'REDIRECTED' && (hasRedirect || retryable === true)) return 'redirect'
  if (retryable === true) {
    return meaning === 'safe_to_retry' && NEEDS_A_CHANGE.includes(category)
      ? 'after_fix'
      : 'identical'
  }
  if (hasFix) return 'after_fix'
  return retryable === false ? 'never' : 'unknown'
}

/** Gives the recovery of a standard failure that says nothing more. */
export function recoveryOfExit(category: FailureName): Recovery {
  if (category === 'REDIRECTED') return 'redirect'
  if (category === 'RATE_LIMITED' || category === 'UNAVAILABLE') return 'identical'
  if (category === 'PRECONDITION' || NEEDS_A_CHANGE.includes(category)) return 'after_fix'
  return 'never'
}

const NEEDS_A_CHANGE: readonly FailureName[] = ['ARG_ERROR', 'AUTH_REQUIRED', 'PAYMENT_REQUIRED']
