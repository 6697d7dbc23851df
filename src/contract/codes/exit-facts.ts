import {
  EXIT_CODES_1_6,
  type ExitCodeFacts,
  type FailureName,
  type Generation,
  type StandardExitName,
} from './exit-codes.ts'

type Facts = Readonly<Record<StandardExitName, ExitCodeFacts>>

const founding = (
  name: StandardExitName,
  changes: Partial<Pick<ExitCodeFacts, 'number' | 'retryable'>>,
): ExitCodeFacts => Object.freeze({ ...EXIT_CODES_1_6[name], ...changes })

/** Contract 1.0, the founding document: two numbers and what `retryable` says differ from 1.6. */
const FACTS_1_0: Facts = Object.freeze({
  ...EXIT_CODES_1_6,
  PARTIAL_FAILURE: founding('PARTIAL_FAILURE', { number: 2 }),
  ARG_ERROR: founding('ARG_ERROR', { number: 3, retryable: 'yes' }),
  PRECONDITION: founding('PRECONDITION', { retryable: 'depends' }),
  AUTH_REQUIRED: founding('AUTH_REQUIRED', { retryable: 'yes' }),
  PAYMENT_REQUIRED: founding('PAYMENT_REQUIRED', { retryable: 'yes' }),
  TIMEOUT: founding('TIMEOUT', { retryable: 'yes' }),
  REDIRECTED: founding('REDIRECTED', { retryable: 'yes' }),
})

/** The exits of every generation without their texts, which no answer needs. */
export const EXIT_FACTS: Readonly<Record<Generation, Facts>> = Object.freeze({
  '1.0': FACTS_1_0,
  '1.6': EXIT_CODES_1_6,
  '1.16': EXIT_CODES_1_6,
})

/** The number of the exit INCOMPLETE, which contract 1.16 has. */
export const INCOMPLETE_NUMBER = 14

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

const namesByNumber: Partial<Record<Generation, ReadonlyMap<number, string>>> = {}

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
  const names = (namesByNumber[generation] ??= new Map(
    Object.entries(EXIT_FACTS[generation]).map(([name, row]) => [row.number, name]),
  ))
  return names.get(number) as StandardExitName | undefined
}

/** Gives the boolean for `retryable`: true only if the table says a plain yes. */
export function defaultRetryable(name: StandardExitName, generation: Generation): boolean {
  return EXIT_FACTS[generation][name].retryable === 'yes'
}
