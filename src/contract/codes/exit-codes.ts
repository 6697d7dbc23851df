import tables from './exit-codes.json' with { type: 'json' }

/** A generation of the CLI Agent Spec contract: the founding document is `1.0`. */
export type Generation = '1.0' | '1.6' | '1.16'
/** A generation that `respond()` writes. The envelope of a later one is written by its dialect. */
export type RespondGeneration = Exclude<Generation, '1.16'>

/** Makes something for every generation. */
export function perGeneration<T>(make: (generation: Generation) => T) {
  return Object.freeze({ '1.0': make('1.0'), '1.6': make('1.6'), '1.16': make('1.16') })
}

type ExitGroup =
  | 'success'
  | 'execution'
  | 'input'
  | 'resource'
  | 'auth'
  | 'infrastructure'
  | 'routing'
  | 'continuation'

/** How much was changed before the exit, as written on the wire. */
export type SideEffects = 'none' | 'partial' | 'complete'

/** One row of a generation's exit-code table. */
export interface ExitCodeRow {
  readonly number: number
  readonly group: ExitGroup
  /** What the spec's table says about retrying the command. */
  readonly retryable: 'n/a' | 'depends' | 'after fix' | 'yes' | 'no'
  /** How much was changed before the exit; `unknown` appears in the table only, never on the wire. */
  readonly sideEffects: SideEffects | 'unknown'
  readonly meaning: string
  readonly agentAction: string
}

/** The name of one of the fourteen standard exit codes. */
export type StandardExitName = keyof typeof tables.exits
/** One of the thirteen standard failures, which are also the categories of errors. */
export type FailureName = Exclude<StandardExitName, 'SUCCESS'>

type ExitCodeTable = Readonly<Record<StandardExitName, ExitCodeRow>>

const EXITS = tables.exits as ExitCodeTable
const CHANGES: Readonly<Record<Generation, Partial<Record<string, object>>>> = tables.changes

/**
 * Every generation's table by version. The founding document has two other numbers, and another meaning of `retryable`;
 * in contract 1.16 the entry of the command decides about timeouts.
 */
export const EXIT_CODE_TABLES = perGeneration((generation): ExitCodeTable => {
  const rows = Object.entries(EXITS).map(
    ([name, own]) => [name, Object.freeze({ ...own, ...CHANGES[generation][name] })] as const,
  )
  const sorted = rows.toSorted(([, a], [, b]) => a.number - b.number)
  return Object.freeze(Object.fromEntries(sorted)) as unknown as ExitCodeTable
})

/**
 * The standard exit codes as constants. The value is the name, because the number depends on the
 * dialect.
 *
 * @example
 * ```ts
 * import { ExitCode } from 'surety/contract'
 *
 * ExitCode.NOT_FOUND // 'NOT_FOUND'
 * ```
 */
export const ExitCode = Object.freeze(
  Object.fromEntries(Object.keys(EXITS).map((name) => [name, name])),
) as { readonly [Name in StandardExitName]: Name }

/** The thirteen failure names, in the order of contract 1.6. */
export const FAILURE_NAMES = Object.keys(EXITS).slice(1) as readonly FailureName[]

/**
 * The exit of a call that returns before its work is done, while the work is kept. Contract 1.16 has it;
 * what `retryable` and the side effects are depends on the command. It is no failure to choose, so it is
 * not among the standard names.
 */
export const CONTINUATION_EXITS = tables.continuation as { readonly INCOMPLETE: ExitCodeRow }

/** The exits of runs that a signal ended; only the framework uses them. */
export const SIGNAL_EXITS = Object.freeze({
  INTERRUPTED: Object.freeze({ number: 130, signal: 'SIGINT' }),
  TERMINATED: Object.freeze({ number: 143, signal: 'SIGTERM' }),
  HUNG_UP: Object.freeze({ number: 129, signal: 'SIGHUP' }),
  QUIT: Object.freeze({ number: 131, signal: 'SIGQUIT' }),
})
export type SignalExitName = keyof typeof SIGNAL_EXITS

const COMMAND_NUMBERS = { from: 79, to: 125 } as const

export const EXIT_RANGES = Object.freeze([
  Object.freeze({ from: 0, to: 13, use: 'standard', authors: 'by name' }),
  Object.freeze({ from: 14, to: 63, use: 'framework extensions', authors: 'refused' }),
  Object.freeze({ from: 64, to: 78, use: 'sysexits', authors: 'refused' }),
  Object.freeze({ ...COMMAND_NUMBERS, use: 'command-specific', authors: 'declared with a name' }),
  Object.freeze({ from: 126, to: 255, use: 'shell', authors: 'refused' }),
] as const)

/** What a range of exit numbers is for; `out of range` for numbers that no process can return. */
export type ExitRangeUse = (typeof EXIT_RANGES)[number]['use'] | 'out of range'

export function rangeOf(number: number): ExitRangeUse {
  return (
    EXIT_RANGES.find((range) => number >= range.from && number <= range.to)?.use ?? 'out of range'
  )
}

/**
 * Finds the standard name of an exit number in a generation of the contract.
 *
 * @example
 * ```ts
 * import { standardExitName } from 'surety/contract'
 *
 * standardExitName(3, '1.0') // 'ARG_ERROR'
 * standardExitName(3, '1.6') // 'PARTIAL_FAILURE'
 * ```
 */
export function standardExitName(
  number: number,
  generation: Generation,
): StandardExitName | undefined {
  const rows = Object.entries(EXIT_CODE_TABLES[generation])
  return rows.find(([, row]) => row.number === number)?.[0] as StandardExitName | undefined
}

/** Gives the boolean for `retryable`: true only if the table says a plain yes. */
export function defaultRetryable(name: StandardExitName, generation: Generation): boolean {
  return EXIT_CODE_TABLES[generation][name].retryable === 'yes'
}

/** Tests for an exit after which the same call cannot succeed: something was changed, or must be corrected first. */
export function isNeverRetryable(name: string): boolean {
  return name === 'PARTIAL_FAILURE' || isAfterFix(name)
}

/** Tests whether calling again helps only after something was corrected. */
export function isAfterFix(name: string): boolean {
  return isStandardExitName(name) && EXITS[name].retryable === 'after fix'
}

/** Tests for a number that a command may declare for an exit of its own. */
export function isCommandNumber(number: number | undefined): boolean {
  const { from, to } = COMMAND_NUMBERS
  return Number.isInteger(number) && number! >= from && number! <= to
}

export function isStandardExitName(name: unknown): name is StandardExitName {
  return typeof name === 'string' && Object.hasOwn(EXITS, name)
}

export function isFailureName(name: unknown): name is FailureName {
  return isStandardExitName(name) && name !== 'SUCCESS'
}

/** Gives the side effects to write on the wire; `unknown` becomes `partial`. */
export function defaultSideEffects(name: StandardExitName): SideEffects {
  const word = EXITS[name].sideEffects
  return word === 'unknown' ? 'partial' : word
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
