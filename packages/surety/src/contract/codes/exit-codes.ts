import tables from './exit-codes.json' with { type: 'json' }
import {
  isStandardExitName,
  perGeneration,
  SIGNAL_EXITS,
  type Generation,
  type SideEffects,
  type SignalExitName,
  type StandardExitName,
} from './exit-names.ts'

/** What a generation's table says about an exit without words. */
export interface ExitRow {
  readonly number: number
  /** What the spec's table says about retrying the command. */
  readonly retryable: 'n/a' | 'depends' | 'after fix' | 'yes' | 'no'
  /** How much was changed before the exit; `unknown` appears in the table only, never on the wire. */
  readonly sideEffects: SideEffects | 'unknown'
}

type ExitRows = Readonly<Record<StandardExitName, ExitRow>>

const EXITS = tables.exits as ExitRows
const NAMES = Object.keys(EXITS) as readonly StandardExitName[]
const CHANGES: Readonly<Record<Generation, Partial<Record<string, object>>>> = tables.changes

/**
 * The exits of each generation, without the words for people, which `exit-code-tables.ts` adds. The founding document
 * has two other numbers, and another meaning of `retryable`.
 */
export const EXIT_ROWS = perGeneration((generation): ExitRows => {
  const rows = Object.entries(EXITS).map(
    ([name, own]) => [name, Object.freeze({ ...own, ...CHANGES[generation][name] })] as const,
  )
  return Object.freeze(Object.fromEntries(rows)) as unknown as ExitRows
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
export const ExitCode = Object.freeze(Object.fromEntries(NAMES.map((name) => [name, name]))) as {
  readonly [Name in StandardExitName]: Name
}

/**
 * The exit of a call that returns before its work is done, while the work is kept. Contract 1.16 has it;
 * what `retryable` and the side effects are depends on the command. It is no failure to choose, so it is
 * not among the standard names.
 */
export const INCOMPLETE_ROW = tables.continuation.INCOMPLETE as ExitRow

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
  const rows = EXIT_ROWS[generation]
  return NAMES.find((name) => rows[name].number === number)
}

/** Gives the boolean for `retryable`: true only if the table says a plain yes. */
export function defaultRetryable(name: StandardExitName, generation: Generation): boolean {
  return EXIT_ROWS[generation][name].retryable === 'yes'
}

/** Tests for an exit after which the same call cannot succeed: something was changed, or must be corrected first. */
export function isNeverRetryable(name: string): boolean {
  return name === 'PARTIAL_FAILURE' || isAfterFix(name)
}

/** Tests whether calling again helps only after something was corrected. */
export function isAfterFix(name: string): boolean {
  return isStandardExitName(name) && EXITS[name].retryable === 'after fix'
}

/** Gives the side effects to write on the wire; `unknown` becomes `partial`. */
export function defaultSideEffects(name: StandardExitName): SideEffects {
  const word = EXITS[name].sideEffects
  return word === 'unknown' ? 'partial' : word
}

/** Finds the exit of a run that a signal ended. */
export function signalExitName(signal: string): SignalExitName {
  const names = Object.keys(SIGNAL_EXITS) as SignalExitName[]
  return names.find((name) => SIGNAL_EXITS[name].signal === signal) ?? 'TERMINATED'
}

export function isSignalExitName(name: string): name is SignalExitName {
  return Object.hasOwn(SIGNAL_EXITS, name)
}
