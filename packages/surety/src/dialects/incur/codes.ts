import codes from './codes.json' with { type: 'json' }
import type { FailureName } from '../../contract/index.ts'
import type { CategoryTable } from '../read/error-categories.ts'

/** The categories of the error codes of incur, and of pay, which is built on it, with its exit number. */
const CODES = Object.entries(
  codes as Readonly<Record<string, { readonly category: FailureName; readonly pay_exit?: number }>>,
)

export const INCUR_CATEGORIES: CategoryTable = {
  codes: Object.fromEntries(CODES.map(([code, { category }]) => [code, category])),
}

/**
 * The exit numbers of pay by error code; every other code exits with 1. As `exitByCode` it makes the
 * incur dialects use the numbers of pay.
 */
export const PAY_EXIT_BY_CODE: Readonly<Record<string, number>> = Object.freeze(
  Object.fromEntries(
    CODES.flatMap(([code, { pay_exit: exit }]) => (exit === undefined ? [] : [[code, exit]])),
  ),
)

export const PAY_EXITS: Readonly<Record<number, FailureName>> = {
  2: 'UNAVAILABLE',
  3: 'PAYMENT_REQUIRED',
  4: 'PERMISSION_DENIED',
  5: 'PRECONDITION',
}
