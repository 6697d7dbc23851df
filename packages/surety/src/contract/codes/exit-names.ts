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
