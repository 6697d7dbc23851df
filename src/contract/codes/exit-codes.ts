import tables from './exit-codes.json' with { type: 'json' }
import {
  COMMAND_NUMBERS,
  isStandardExitName,
  perGeneration,
  SIGNAL_EXITS,
  type Generation,
  type SideEffects,
  type SignalExitName,
  type StandardExitName,
} from './exit-names.ts'

type ExitGroup =
  | 'success'
  | 'execution'
  | 'input'
  | 'resource'
  | 'auth'
  | 'infrastructure'
  | 'routing'
  | 'continuation'

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

/**
 * The exit of a call that returns before its work is done, while the work is kept. Contract 1.16 has it;
 * what `retryable` and the side effects are depends on the command. It is no failure to choose, so it is
 * not among the standard names.
 */
export const CONTINUATION_EXITS = tables.continuation as { readonly INCOMPLETE: ExitCodeRow }

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
