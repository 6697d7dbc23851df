/** A generation of the CLI Agent Spec contract: the founding document is `1.0`. */
export type Generation = '1.0' | '1.6'

/** The families that exit codes fall into. */
export type ExitGroup =
  | 'success'
  | 'execution'
  | 'input'
  | 'resource'
  | 'auth'
  | 'infrastructure'
  | 'routing'

/** What the spec's table says about running the same command again. */
export type TableRetryable = 'n/a' | 'depends' | 'after fix' | 'yes' | 'no'

/** How much was committed before the exit; `unknown` is a word of the table and never of the wire. */
export type TableSideEffects = 'complete' | 'none' | 'partial' | 'unknown'

/** How much was committed before the exit, as declared on the wire. */
export type SideEffects = 'none' | 'partial' | 'complete'

/** One row of a generation's exit-code table. */
export interface ExitCodeRow {
  readonly number: number
  readonly group: ExitGroup
  readonly retryable: TableRetryable
  readonly sideEffects: TableSideEffects
  readonly meaning: string
  readonly agentAction: string
}

const row = (
  number: number,
  group: ExitGroup,
  retryable: TableRetryable,
  sideEffects: TableSideEffects,
  meaning: string,
  agentAction: string,
): ExitCodeRow => Object.freeze({ number, group, retryable, sideEffects, meaning, agentAction })

const MEANING = {
  SUCCESS: 'The command did what was asked.',
  GENERAL_ERROR: 'The command failed for a reason that no other code names.',
  ARG_ERROR: 'The input was refused before anything was changed.',
  PARTIAL_FAILURE: 'The command started and did not finish; some changes may have landed.',
  PRECONDITION: 'Something that the command relies on is not in place; nothing was changed.',
  NOT_FOUND: 'The thing that was asked for does not exist; nothing was changed.',
  CONFLICT: 'It exists already or has another version; nothing was changed.',
  PERMISSION_DENIED: 'The credentials are valid and not sufficient.',
  AUTH_REQUIRED: 'Credentials are missing, invalid or expired; error.code says which.',
  PAYMENT_REQUIRED: 'A payment has to be made first.',
  TIMEOUT: 'The time limit passed; some changes may have landed.',
  RATE_LIMITED: 'Too many calls; nothing was changed.',
  UNAVAILABLE: 'The service cannot be reached for now; nothing was changed.',
  REDIRECTED: 'The command lives elsewhere; error.redirect names the replacement.',
} as const

/** The exit codes of the founding document, contract 1.0. */
export const EXIT_CODES_1_0 = Object.freeze({
  SUCCESS: row(0, 'success', 'n/a', 'complete', MEANING.SUCCESS, 'done'),
  GENERAL_ERROR: row(
    1,
    'execution',
    'depends',
    'unknown',
    MEANING.GENERAL_ERROR,
    'read error.detail',
  ),
  PARTIAL_FAILURE: row(
    2,
    'execution',
    'no',
    'partial',
    MEANING.PARTIAL_FAILURE,
    'inspect the state first',
  ),
  ARG_ERROR: row(3, 'input', 'yes', 'none', MEANING.ARG_ERROR, 'fix the input and call at once'),
  PRECONDITION: row(
    4,
    'input',
    'depends',
    'none',
    MEANING.PRECONDITION,
    'satisfy it and call again',
  ),
  NOT_FOUND: row(5, 'resource', 'no', 'none', MEANING.NOT_FOUND, 'stop, or create it'),
  CONFLICT: row(6, 'resource', 'no', 'none', MEANING.CONFLICT, 'resolve the conflict'),
  PERMISSION_DENIED: row(7, 'auth', 'no', 'none', MEANING.PERMISSION_DENIED, 'stop or escalate'),
  AUTH_REQUIRED: row(
    8,
    'auth',
    'yes',
    'none',
    MEANING.AUTH_REQUIRED,
    'refresh or obtain credentials',
  ),
  PAYMENT_REQUIRED: row(9, 'auth', 'yes', 'none', MEANING.PAYMENT_REQUIRED, 'pay if allowed to'),
  TIMEOUT: row(
    10,
    'infrastructure',
    'yes',
    'partial',
    MEANING.TIMEOUT,
    'back off; writes may exist',
  ),
  RATE_LIMITED: row(
    11,
    'infrastructure',
    'yes',
    'none',
    MEANING.RATE_LIMITED,
    'wait retry_after seconds',
  ),
  UNAVAILABLE: row(
    12,
    'infrastructure',
    'yes',
    'none',
    MEANING.UNAVAILABLE,
    'back off exponentially',
  ),
  REDIRECTED: row(13, 'routing', 'yes', 'none', MEANING.REDIRECTED, 'run error.redirect.command'),
})

/** The exit codes of contract 1.6: two numbers and the meaning of `retryable` differ from 1.0. */
export const EXIT_CODES_1_6 = Object.freeze({
  SUCCESS: EXIT_CODES_1_0.SUCCESS,
  GENERAL_ERROR: EXIT_CODES_1_0.GENERAL_ERROR,
  ARG_ERROR: row(2, 'input', 'after fix', 'none', MEANING.ARG_ERROR, 'fix the input, then reissue'),
  PARTIAL_FAILURE: row(
    3,
    'execution',
    'no',
    'partial',
    MEANING.PARTIAL_FAILURE,
    'inspect the state first',
  ),
  PRECONDITION: row(
    4,
    'input',
    'after fix',
    'none',
    MEANING.PRECONDITION,
    'satisfy it, then reissue',
  ),
  NOT_FOUND: EXIT_CODES_1_0.NOT_FOUND,
  CONFLICT: EXIT_CODES_1_0.CONFLICT,
  PERMISSION_DENIED: EXIT_CODES_1_0.PERMISSION_DENIED,
  AUTH_REQUIRED: row(8, 'auth', 'after fix', 'none', MEANING.AUTH_REQUIRED, 'branch on error.code'),
  PAYMENT_REQUIRED: row(
    9,
    'auth',
    'after fix',
    'none',
    MEANING.PAYMENT_REQUIRED,
    'pay if allowed to, reissue',
  ),
  TIMEOUT: row(
    10,
    'infrastructure',
    'depends',
    'partial',
    MEANING.TIMEOUT,
    'inspect the state first',
  ),
  RATE_LIMITED: row(
    11,
    'infrastructure',
    'yes',
    'none',
    MEANING.RATE_LIMITED,
    'wait retry_after_ms',
  ),
  UNAVAILABLE: EXIT_CODES_1_0.UNAVAILABLE,
  REDIRECTED: row(
    13,
    'routing',
    'after fix',
    'none',
    MEANING.REDIRECTED,
    'run error.redirect.command',
  ),
})

/** The name of one of the fourteen standard exit codes. */
export type StandardExitName = keyof typeof EXIT_CODES_1_0
/** One of the thirteen names that stand for a failure; also the categories of an error. */
export type FailureName = Exclude<StandardExitName, 'SUCCESS'>

/** Both generations' tables by version. */
export const EXIT_CODE_TABLES: Readonly<
  Record<Generation, Readonly<Record<StandardExitName, ExitCodeRow>>>
> = Object.freeze({ '1.0': EXIT_CODES_1_0, '1.6': EXIT_CODES_1_6 })

/**
 * The standard exit codes as constants; their value is the name, because the number belongs to the
 * dialect that is spoken.
 *
 * @example
 * ```ts
 * import { ExitCode } from 'surety/contract'
 *
 * ExitCode.NOT_FOUND // 'NOT_FOUND'
 * ```
 */
export const ExitCode: { readonly [Name in StandardExitName]: Name } = Object.freeze({
  SUCCESS: 'SUCCESS',
  GENERAL_ERROR: 'GENERAL_ERROR',
  ARG_ERROR: 'ARG_ERROR',
  PARTIAL_FAILURE: 'PARTIAL_FAILURE',
  PRECONDITION: 'PRECONDITION',
  NOT_FOUND: 'NOT_FOUND',
  CONFLICT: 'CONFLICT',
  PERMISSION_DENIED: 'PERMISSION_DENIED',
  AUTH_REQUIRED: 'AUTH_REQUIRED',
  PAYMENT_REQUIRED: 'PAYMENT_REQUIRED',
  TIMEOUT: 'TIMEOUT',
  RATE_LIMITED: 'RATE_LIMITED',
  UNAVAILABLE: 'UNAVAILABLE',
  REDIRECTED: 'REDIRECTED',
})

/** The thirteen failure names, in the order of contract 1.6. */
export const FAILURE_NAMES: readonly FailureName[] = Object.freeze(
  Object.keys(ExitCode).slice(1) as FailureName[],
)

/** Exits that only the framework makes, when a signal ends the run. */
export const SIGNAL_EXITS = Object.freeze({
  INTERRUPTED: Object.freeze({ number: 130, signal: 'SIGINT' }),
  TERMINATED: Object.freeze({ number: 143, signal: 'SIGTERM' }),
})
/** The name of an exit that a signal makes. */
export type SignalExitName = keyof typeof SIGNAL_EXITS

/** What each range of exit numbers is for. */
export const EXIT_RANGES = Object.freeze([
  Object.freeze({ from: 0, to: 13, use: 'standard', authors: 'by name' }),
  Object.freeze({ from: 14, to: 63, use: 'framework extensions', authors: 'refused' }),
  Object.freeze({ from: 64, to: 78, use: 'sysexits', authors: 'refused' }),
  Object.freeze({ from: 79, to: 125, use: 'command-specific', authors: 'declared with a name' }),
  Object.freeze({ from: 126, to: 255, use: 'shell', authors: 'refused' }),
] as const)

/** The use of the range that an exit number falls into; `out of range` for what no process can return. */
export type ExitRangeUse = (typeof EXIT_RANGES)[number]['use'] | 'out of range'

/** Finds the range that a process's exit number belongs to. */
export function rangeOf(number: number): ExitRangeUse {
  return (
    EXIT_RANGES.find((range) => number >= range.from && number <= range.to)?.use ?? 'out of range'
  )
}

/** Tests whether a name is one of the fourteen standard ones. */
export function isStandardExitName(name: unknown): name is StandardExitName {
  return typeof name === 'string' && Object.hasOwn(EXIT_CODES_1_0, name)
}

/** Tests whether a name is one of the thirteen failure names. */
export function isFailureName(name: unknown): name is FailureName {
  return isStandardExitName(name) && name !== 'SUCCESS'
}

const namesByNumber = (
  table: Readonly<Record<StandardExitName, ExitCodeRow>>,
): ReadonlyMap<number, StandardExitName> =>
  new Map((Object.keys(table) as StandardExitName[]).map((name) => [table[name].number, name]))

const NAMES_BY_NUMBER = {
  '1.0': namesByNumber(EXIT_CODES_1_0),
  '1.6': namesByNumber(EXIT_CODES_1_6),
}

/**
 * Finds the standard name behind a generation's exit number.
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
  return NAMES_BY_NUMBER[generation].get(number)
}

/** Gives the boolean that a table row stands for: only a plain yes is true. */
export function defaultRetryable(name: StandardExitName, generation: Generation): boolean {
  return EXIT_CODE_TABLES[generation][name].retryable === 'yes'
}

/** Gives the wire value of a table row's side effects; `unknown` is declared as `partial`. */
export function defaultSideEffects(name: StandardExitName): SideEffects {
  const word = EXIT_CODES_1_6[name].sideEffects
  return word === 'unknown' ? 'partial' : word
}
