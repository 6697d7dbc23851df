import type { FailureName } from './exit-names.ts'

export const PHASES = ['validation', 'execution', 'cleanup'] as const
/** The phase in which a command failed; `validation` promises that nothing was changed. */
export type Phase = (typeof PHASES)[number]

export const REDIRECT_REASONS = ['renamed', 'restructured', 'deprecated', 'typo_corrected'] as const
export type RedirectReason = (typeof REDIRECT_REASONS)[number]

export const RETRY_STRATEGIES = ['immediate', 'linear_backoff', 'exponential_backoff'] as const
export type RetryStrategy = (typeof RETRY_STRATEGIES)[number]

/**
 * What helps after a failure: the same call again (`identical`), a correction first (`after_fix`),
 * another command (`redirect`), nothing (`never`), or the tool does not say (`unknown`).
 */
export const RECOVERIES = ['identical', 'after_fix', 'redirect', 'never', 'unknown'] as const
/** One of the words of {@link RECOVERIES}. */
export type Recovery = (typeof RECOVERIES)[number]

interface RecoveryFacts {
  readonly retryable: boolean | null
  readonly category: FailureName
  readonly hasFix?: boolean
  readonly hasRedirect?: boolean
  /** What `retryable: true` means: in contract 1.0 that the call may need a correction first. */
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

/** Failures after which a corrected call can succeed. */
export const NEEDS_A_CHANGE: readonly FailureName[] = [
  'ARG_ERROR',
  'AUTH_REQUIRED',
  'PAYMENT_REQUIRED',
]
