import {
  EXIT_CODES_1_6,
  type ExitCodeFacts,
  type FailureName,
  type Generation,
  type StandardExitName,
} from './exit-codes.ts'

type Facts = Readonly<Record<StandardExitName, ExitCodeFacts>>

let founding: Facts | undefined

/** Makes the table of contract 1.0, the founding document: two numbers and what `retryable` says differ from 1.6. */
function foundingFacts(): Facts {
  const changed = (
    name: StandardExitName,
    changes: Partial<Pick<ExitCodeFacts, 'number' | 'retryable'>>,
  ): ExitCodeFacts => ({ ...EXIT_CODES_1_6[name], ...changes })
  return {
    ...EXIT_CODES_1_6,
    PARTIAL_FAILURE: changed('PARTIAL_FAILURE', { number: 2 }),
    ARG_ERROR: changed('ARG_ERROR', { number: 3, retryable: 'yes' }),
    PRECONDITION: changed('PRECONDITION', { retryable: 'depends' }),
    AUTH_REQUIRED: changed('AUTH_REQUIRED', { retryable: 'yes' }),
    PAYMENT_REQUIRED: changed('PAYMENT_REQUIRED', { retryable: 'yes' }),
    TIMEOUT: changed('TIMEOUT', { retryable: 'yes' }),
    REDIRECTED: changed('REDIRECTED', { retryable: 'yes' }),
  }
}

/** The exits of every generation without their texts, which no answer needs. */
export const EXIT_FACTS: Readonly<Record<Generation, Facts>> = {
  // Few answers need it, and every start would make it.
  get '1.0'() {
    return (founding ??= foundingFacts())
  },
  '1.6': EXIT_CODES_1_6,
  '1.16': EXIT_CODES_1_6,
}

/** The number of the exit INCOMPLETE, which contract 1.16 has. */
export const INCOMPLETE_NUMBER = 14

/** The thirteen failure names, in the order of contract 1.6. */
export const FAILURE_NAMES: readonly FailureName[] = Object.keys(EXIT_CODES_1_6).slice(
  1,
) as FailureName[]

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
