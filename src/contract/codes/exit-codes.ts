/** A generation of the CLI Agent Spec contract: the founding document is `1.0`. */
export type Generation = '1.0' | '1.6' | '1.16'
/** A generation that `respond()` writes. The envelope of a later one is written by its dialect. */
export type RespondGeneration = Exclude<Generation, '1.16'>

/** The groups of exit codes. */
export type ExitGroup =
  | 'success'
  | 'execution'
  | 'input'
  | 'resource'
  | 'auth'
  | 'infrastructure'
  | 'routing'
  | 'continuation'

/** What the spec's table says about retrying the command. */
export type TableRetryable = 'n/a' | 'depends' | 'after fix' | 'yes' | 'no'

/** How much was changed before the exit; `unknown` appears in the table only, never on the wire. */
export type TableSideEffects = 'complete' | 'none' | 'partial' | 'unknown'

/** How much was changed before the exit, as written on the wire. */
export type SideEffects = 'none' | 'partial' | 'complete'

/** What every run needs of a row; the texts are in another file, because every start loads this one. */
export interface ExitCodeFacts {
  readonly number: number
  readonly group: ExitGroup
  readonly retryable: TableRetryable
  readonly sideEffects: TableSideEffects
}

/** One row of a generation's exit-code table. */
export interface ExitCodeRow extends ExitCodeFacts {
  readonly meaning: string
  readonly agentAction: string
}

// Not frozen: every start makes all of them, and the table is not public.
function row(
  number: number,
  group: ExitGroup,
  retryable: TableRetryable,
  sideEffects: TableSideEffects,
): ExitCodeFacts {
  return { number, group, retryable, sideEffects }
}

/** The exit codes of contract 1.6. */
export const EXIT_CODES_1_6 = Object.freeze({
  SUCCESS: row(0, 'success', 'n/a', 'complete'),
  GENERAL_ERROR: row(1, 'execution', 'depends', 'unknown'),
  ARG_ERROR: row(2, 'input', 'after fix', 'none'),
  PARTIAL_FAILURE: row(3, 'execution', 'no', 'partial'),
  PRECONDITION: row(4, 'input', 'after fix', 'none'),
  NOT_FOUND: row(5, 'resource', 'no', 'none'),
  CONFLICT: row(6, 'resource', 'no', 'none'),
  PERMISSION_DENIED: row(7, 'auth', 'no', 'none'),
  AUTH_REQUIRED: row(8, 'auth', 'after fix', 'none'),
  PAYMENT_REQUIRED: row(9, 'auth', 'after fix', 'none'),
  TIMEOUT: row(10, 'infrastructure', 'depends', 'partial'),
  RATE_LIMITED: row(11, 'infrastructure', 'yes', 'none'),
  UNAVAILABLE: row(12, 'infrastructure', 'yes', 'none'),
  REDIRECTED: row(13, 'routing', 'after fix', 'none'),
})

/** The name of one of the fourteen standard exit codes. */
export type StandardExitName = keyof typeof EXIT_CODES_1_6
/** One of the thirteen standard failures, which are also the categories of errors. */
export type FailureName = Exclude<StandardExitName, 'SUCCESS'>

/** The exits of runs that a signal ended; only the framework uses them. */
export const SIGNAL_EXITS = Object.freeze({
  INTERRUPTED: Object.freeze({ number: 130, signal: 'SIGINT' }),
  TERMINATED: Object.freeze({ number: 143, signal: 'SIGTERM' }),
  HUNG_UP: Object.freeze({ number: 129, signal: 'SIGHUP' }),
  QUIT: Object.freeze({ number: 131, signal: 'SIGQUIT' }),
})
/** The name of a signal's exit. */
export type SignalExitName = keyof typeof SIGNAL_EXITS

/** The numbers that commands may declare for exits of their own. */
export const COMMAND_NUMBERS = { from: 79, to: 125 } as const

/** Tests for a number that a command may declare for an exit of its own. */
export function isCommandNumber(number: number | undefined): boolean {
  const { from, to } = COMMAND_NUMBERS
  return Number.isInteger(number) && number! >= from && number! <= to
}

/** Tests whether a name is one of the fourteen standard ones. */
export function isStandardExitName(name: unknown): name is StandardExitName {
  return typeof name === 'string' && Object.hasOwn(EXIT_CODES_1_6, name)
}

/** Tests whether a name is one of the thirteen failure names. */
export function isFailureName(name: unknown): name is FailureName {
  return isStandardExitName(name) && name !== 'SUCCESS'
}

/** Gives the side effects to write on the wire; `unknown` becomes `partial`. */
export function defaultSideEffects(name: StandardExitName): SideEffects {
  const word = EXIT_CODES_1_6[name].sideEffects
  return word === 'unknown' ? 'partial' : word
}
