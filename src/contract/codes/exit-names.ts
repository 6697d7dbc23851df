/** A generation of the CLI Agent Spec contract: the founding document is `1.0`. */
export type Generation = '1.0' | '1.6' | '1.16'
/** A generation that `respond()` writes. The envelope of a later one is written by its dialect. */
export type RespondGeneration = Exclude<Generation, '1.16'>

/** Makes something for every generation. */
export function perGeneration<T>(make: (generation: Generation) => T) {
  return Object.freeze({ '1.0': make('1.0'), '1.6': make('1.6'), '1.16': make('1.16') })
}

/** The names of the standard exit codes, in the order of contract 1.6; `exit-codes.json` says what each means. */
const EXIT_NAMES = [
  'SUCCESS',
  'GENERAL_ERROR',
  'ARG_ERROR',
  'PARTIAL_FAILURE',
  'PRECONDITION',
  'NOT_FOUND',
  'CONFLICT',
  'PERMISSION_DENIED',
  'AUTH_REQUIRED',
  'PAYMENT_REQUIRED',
  'TIMEOUT',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'REDIRECTED',
] as const

/** The name of one of the fourteen standard exit codes. */
export type StandardExitName = (typeof EXIT_NAMES)[number]
/** One of the thirteen standard failures, which are also the categories of errors. */
export type FailureName = Exclude<StandardExitName, 'SUCCESS'>

/** The thirteen failure names, in the order of contract 1.6. */
export const FAILURE_NAMES = EXIT_NAMES.slice(1) as readonly FailureName[]

/** How much was changed before the exit, as written on the wire. */
export type SideEffects = 'none' | 'partial' | 'complete'

/** The exits of runs that a signal ended; only the framework uses them. */
export const SIGNAL_EXITS = Object.freeze({
  INTERRUPTED: Object.freeze({ number: 130, signal: 'SIGINT' }),
  TERMINATED: Object.freeze({ number: 143, signal: 'SIGTERM' }),
  HUNG_UP: Object.freeze({ number: 129, signal: 'SIGHUP' }),
  QUIT: Object.freeze({ number: 131, signal: 'SIGQUIT' }),
})
export type SignalExitName = keyof typeof SIGNAL_EXITS

export const COMMAND_NUMBERS = { from: 79, to: 125 } as const

/** Tests for a number that a command may declare for an exit of its own. */
export function isCommandNumber(number: number | undefined): boolean {
  const { from, to } = COMMAND_NUMBERS
  return Number.isInteger(number) && number! >= from && number! <= to
}

export function isStandardExitName(name: unknown): name is StandardExitName {
  return EXIT_NAMES.includes(name as StandardExitName)
}

export function isFailureName(name: unknown): name is FailureName {
  return isStandardExitName(name) && name !== 'SUCCESS'
}

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
