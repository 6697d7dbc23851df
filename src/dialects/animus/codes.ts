import type { FailureName } from '../../contract/index.ts'
import type { CategoryTable } from '../read/error-categories.ts'

/** The tag of every animus document. */
export const SCHEMA_TAG = 'animus.cli.v1'

/** The five codes of animus by exit number, with their categories. */
export const ANIMUS_EXITS = Object.freeze({
  1: Object.freeze({ code: 'internal', category: 'GENERAL_ERROR' }),
  2: Object.freeze({ code: 'invalid_input', category: 'ARG_ERROR' }),
  3: Object.freeze({ code: 'not_found', category: 'NOT_FOUND' }),
  4: Object.freeze({ code: 'conflict', category: 'CONFLICT' }),
  5: Object.freeze({ code: 'unavailable', category: 'UNAVAILABLE' }),
} as const)

/** An exit number of an animus failure. */
export type AnimusExit = keyof typeof ANIMUS_EXITS

/** Returns the row of an exit number; unknown numbers count as 1. */
export function animusExit(number: number): (typeof ANIMUS_EXITS)[AnimusExit] {
  return Object.hasOwn(ANIMUS_EXITS, number) ? ANIMUS_EXITS[number as AnimusExit] : ANIMUS_EXITS[1]
}

/** Returns the exit number of a code; undefined for an unknown code. */
export function exitOfCode(code: string | undefined): number | undefined {
  return code === undefined ? undefined : EXIT_OF_CODE.get(code)
}

const EXIT_OF_CODE: ReadonlyMap<string, number> = new Map(
  Object.entries(ANIMUS_EXITS).map(([number, { code }]) => [code, Number(number)]),
)

/** The categories of the five codes. */
export const ANIMUS_CATEGORIES: CategoryTable = {
  codes: Object.fromEntries(
    Object.values(ANIMUS_EXITS).map(({ code, category }) => [code, category]),
  ),
}

/** The exit number for each of the standard failures. */
export const ANIMUS_EXIT_OF: Readonly<Record<FailureName, AnimusExit>> = Object.freeze({
  GENERAL_ERROR: 1,
  ARG_ERROR: 2,
  PARTIAL_FAILURE: 1,
  PRECONDITION: 4,
  NOT_FOUND: 3,
  CONFLICT: 4,
  PERMISSION_DENIED: 1,
  AUTH_REQUIRED: 1,
  PAYMENT_REQUIRED: 1,
  TIMEOUT: 5,
  RATE_LIMITED: 5,
  UNAVAILABLE: 5,
  REDIRECTED: 2,
})
