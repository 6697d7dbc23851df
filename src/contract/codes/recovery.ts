import type { FailureName } from './exit-codes.ts'
import type { Recovery } from './vocabulary.ts'

export type { Recovery } from './vocabulary.ts'

/** The facts that a recovery follows from. */
export interface RecoveryFacts {
  readonly retryable: boolean | null
  readonly category: FailureName
  readonly hasFix?: boolean
  readonly hasRedirect?: boolean
  /**
   * What `retryable: true` means where it was said. Contract 1.0 says it of calls that work only
   * after a correction; everywhere else it speaks of the unchanged call.
   */
  readonly meaning?: 'safe_to_retry' | 'identical_call'
}

/**
 * Derives the recovery of a failure, which absorbs the two meanings of `retryable`.
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
    return meaning === 'safe_to_retry' && NEEDS_A_CHANGE.has(category) ? 'after_fix' : 'identical'
  }
  if (hasFix) return 'after_fix'
  return retryable === false ? 'never' : 'unknown'
}

/** Gives the recovery that a standard failure has when its maker says nothing more. */
export function recoveryOfExit(category: FailureName): Recovery {
  if (category === 'REDIRECTED') return 'redirect'
  if (category === 'RATE_LIMITED' || category === 'UNAVAILABLE') return 'identical'
  if (category === 'PRECONDITION' || NEEDS_A_CHANGE.has(category)) return 'after_fix'
  return 'never'
}

const NEEDS_A_CHANGE: ReadonlySet<FailureName> = new Set([
  'ARG_ERROR',
  'AUTH_REQUIRED',
  'PAYMENT_REQUIRED',
])
