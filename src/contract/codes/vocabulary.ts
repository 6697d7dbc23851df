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
