import type { FailureName } from './exit-codes.ts'
/** The phases in which a command can fail. */
export const PHASES = ['validation', 'execution', 'cleanup'] as const
/** The phase in which a command failed; `validation` promises that nothing was changed. */
export type Phase = (typeof PHASES)[number]

/** Why a command was redirected. */
export const REDIRECT_REASONS = ['renamed', 'restructured', 'deprecated', 'typo_corrected'] as const
/** Why a command was redirected. */
export type RedirectReason = (typeof REDIRECT_REASONS)[number]

/** How a caller can space its retries. */
export const RETRY_STRATEGIES = ['immediate', 'linear_backoff', 'exponential_backoff'] as const
/** How a caller spaces its retries. */
export type RetryStrategy = (typeof RETRY_STRATEGIES)[number]

/**
 * What helps after a failure: the same call again (`identical`), a correction first (`after_fix`),
 * another command (`redirect`), nothing (`never`), or the tool does not say (`unknown`).
 */
export const RECOVERIES = ['identical', 'after_fix', 'redirect', 'never', 'unknown'] as const
/** One of the words of {@link RECOVERIES}. */
export type Recovery = (typeof RECOVERIES)[number]

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

/** Derives the recovery of a failure from either meaning of `retryable`. */
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
