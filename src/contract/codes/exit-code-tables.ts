import {
  EXIT_CODES_1_6,
  type ExitCodeRow,
  type FailureName,
  type Generation,
  type StandardExitName,
} from './exit-codes.ts'

/** What each exit means and what an agent does then, in contract 1.6. */
const TEXTS: Readonly<Record<StandardExitName, readonly [meaning: string, agentAction: string]>> = {
  SUCCESS: ['The command did what was asked.', 'done'],
  GENERAL_ERROR: ['The command failed for a reason that no other code names.', 'read error.detail'],
  ARG_ERROR: ['The input was refused before anything was changed.', 'fix the input, then reissue'],
  PARTIAL_FAILURE: [
    'The command started and did not finish; some changes may have landed.',
    'inspect the state first',
  ],
  PRECONDITION: [
    'Something that the command relies on is not in place; nothing was changed.',
    'satisfy it, then reissue',
  ],
  NOT_FOUND: [
    'The thing that was asked for does not exist; nothing was changed.',
    'stop, or create it',
  ],
  CONFLICT: [
    'It exists already or has another version; nothing was changed.',
    'resolve the conflict',
  ],
  PERMISSION_DENIED: ['The credentials are valid and not sufficient.', 'stop or escalate'],
  AUTH_REQUIRED: [
    'Credentials are missing, invalid or expired; error.code says which.',
    'branch on error.code',
  ],
  PAYMENT_REQUIRED: ['A payment has to be made first.', 'pay if allowed to, reissue'],
  TIMEOUT: ['The time limit passed; some changes may have landed.', 'inspect the state first'],
  RATE_LIMITED: ['Too many calls; nothing was changed.', 'wait retry_after_ms'],
  UNAVAILABLE: [
    'The service cannot be reached for now; nothing was changed.',
    'back off exponentially',
  ],
  REDIRECTED: [
    'The command lives elsewhere; error.redirect names the replacement.',
    'run error.redirect.command',
  ],
}

function rowOf16(name: StandardExitName): ExitCodeRow {
  const [meaning, agentAction] = TEXTS[name]
  return Object.freeze({ ...EXIT_CODES_1_6[name], meaning, agentAction })
}

const ROWS_1_6 = Object.freeze(
  Object.fromEntries(
    (Object.keys(EXIT_CODES_1_6) as StandardExitName[]).map((name) => [name, rowOf16(name)]),
  ) as Record<StandardExitName, ExitCodeRow>,
)

/**
 * Makes a row of contract 1.0, the founding document: group, side effects and meaning are those of
 * 1.6, two numbers and what `retryable` says are not.
 */
function rowOf10(
  name: StandardExitName,
  changes: Partial<Pick<ExitCodeRow, 'number' | 'retryable' | 'agentAction'>>,
): ExitCodeRow {
  return Object.freeze({ ...ROWS_1_6[name], ...changes })
}

const EXIT_CODES_1_0: Readonly<Record<StandardExitName, ExitCodeRow>> = Object.freeze({
  SUCCESS: ROWS_1_6.SUCCESS,
  GENERAL_ERROR: ROWS_1_6.GENERAL_ERROR,
  PARTIAL_FAILURE: rowOf10('PARTIAL_FAILURE', { number: 2 }),
  ARG_ERROR: rowOf10('ARG_ERROR', {
    number: 3,
    retryable: 'yes',
    agentAction: 'fix the input and call at once',
  }),
  PRECONDITION: rowOf10('PRECONDITION', {
    retryable: 'depends',
    agentAction: 'satisfy it and call again',
  }),
  NOT_FOUND: ROWS_1_6.NOT_FOUND,
  CONFLICT: ROWS_1_6.CONFLICT,
  PERMISSION_DENIED: ROWS_1_6.PERMISSION_DENIED,
  AUTH_REQUIRED: rowOf10('AUTH_REQUIRED', {
    retryable: 'yes',
    agentAction: 'refresh or obtain credentials',
  }),
  PAYMENT_REQUIRED: rowOf10('PAYMENT_REQUIRED', {
    retryable: 'yes',
    agentAction: 'pay if allowed to',
  }),
  TIMEOUT: rowOf10('TIMEOUT', { retryable: 'yes', agentAction: 'back off; writes may exist' }),
  RATE_LIMITED: rowOf10('RATE_LIMITED', { agentAction: 'wait retry_after seconds' }),
  UNAVAILABLE: ROWS_1_6.UNAVAILABLE,
  REDIRECTED: rowOf10('REDIRECTED', { retryable: 'yes' }),
})

/** The rows of contract 1.16: those of 1.6, except that the command's entry decides about timeouts. */
const ROWS_1_16: Readonly<Record<StandardExitName, ExitCodeRow>> = Object.freeze({
  ...ROWS_1_6,
  TIMEOUT: Object.freeze({
    ...ROWS_1_6.TIMEOUT,
    agentAction: 'follow error.retryable; raise --timeout',
  }),
})

/** Every generation's table by version. */
export const EXIT_CODE_TABLES: Readonly<
  Record<Generation, Readonly<Record<StandardExitName, ExitCodeRow>>>
> = Object.freeze({ '1.0': EXIT_CODES_1_0, '1.6': ROWS_1_6, '1.16': ROWS_1_16 })

/**
 * The exit of a call that returns before its work is done, while the work is kept. Contract 1.16 has it;
 * what `retryable` and the side effects are depends on the command. It is no failure to choose, so it is
 * not among the standard names.
 */
export const CONTINUATION_EXITS = Object.freeze({
  INCOMPLETE: Object.freeze<ExitCodeRow>({
    number: 14,
    group: 'continuation',
    retryable: 'depends',
    sideEffects: 'unknown',
    meaning: 'The call returned before its work was done; the work is kept.',
    agentAction: 'run data.continue_command',
  }),
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

const namesByNumber = (
  table: Readonly<Record<StandardExitName, ExitCodeRow>>,
): ReadonlyMap<number, StandardExitName> =>
  new Map((Object.keys(table) as StandardExitName[]).map((name) => [table[name].number, name]))

const NAMES_BY_NUMBER = {
  '1.0': namesByNumber(EXIT_CODES_1_0),
  '1.6': namesByNumber(ROWS_1_6),
  '1.16': namesByNumber(ROWS_1_16),
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
  return NAMES_BY_NUMBER[generation].get(number)
}

/** Gives the boolean for `retryable`: true only if the table says a plain yes. */
export function defaultRetryable(name: StandardExitName, generation: Generation): boolean {
  return EXIT_CODE_TABLES[generation][name].retryable === 'yes'
}
