import {
  defect,
  isFailureName,
  SuretyError,
  type CustomExitCode,
  type FailureName,
  type JsonObject,
  type SuretyErrorFacts,
} from '../../contract/index.ts'
import type { FailureFacts } from '../handler/failure-facts.ts'
import type { ExitTable } from './exit-declarations.ts'
import { isCustomExit, refuseRetryable } from './exit-declarations.ts'

/** The declaration of one error code. */
export interface ErrorDeclaration {
  /** A standard exit by name, or a custom exit code. */
  readonly exit: FailureName | CustomExitCode
  readonly description?: string
  /** The default for failures with this code; the call of `fail()` can override it. */
  readonly retryable?: boolean
  readonly suggestion?: string
  /** What the caller has to correct before calling again. */
  readonly fixRequired?: string
  /**
   * One command of this tool that makes the correction: it can be run as it is and twice, so it has no
   * placeholder, needs no shell and destroys nothing. Needs `fixRequired`.
   */
  readonly fixCommand?: string
}

/** Error codes by name; a bare exit name is short for `{ exit }`. */
export type ErrorDeclarations = Readonly<Record<string, ErrorDeclaration | FailureName>>

/**
 * Declares error codes that several commands share; spread them into each.
 *
 * @example
 * ```ts
 * import { defineErrors } from 'surety'
 *
 * const errors = defineErrors({
 *   VOLUME_MISSING: 'NOT_FOUND',
 *   VOLUME_BUSY: { exit: 'CONFLICT', suggestion: 'Detach the volume first.' },
 * })
 * ```
 */
export function defineErrors<const Errors extends ErrorDeclarations>(errors: Errors): Errors {
  return Object.freeze(errors)
}

/** Declared error codes in their long form; frozen. */
export type ErrorTable = Readonly<Record<string, ErrorDeclaration>>

/** Checks declared errors; the command must also declare the exit of each. */
export function resolveErrors(
  where: string,
  declared: ErrorDeclarations | undefined,
  exits: ExitTable | null,
): ErrorTable {
  const table: Record<string, ErrorDeclaration> = {}
  for (const [code, value] of Object.entries(declared ?? {})) {
    const row = typeof value === 'string' ? { exit: value } : value
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(code)) {
      throw defect(
        'ERROR_CODE_INVALID',
        `${where}: error code '${code}' must start with a letter and hold only letters, digits and _`,
      )
    }
    if (!isCustomExit(row.exit) && !isFailureName(row.exit)) {
      throw defect(
        'ERROR_EXIT_UNKNOWN',
        `${where}: error ${code} names exit ${String(row.exit)}, which does not exist`,
      )
    }
    const name = typeof row.exit === 'string' ? row.exit : row.exit.name
    if (exits && !exits[name]) {
      throw defect(
        'ERROR_EXIT_UNDECLARED',
        `${where}: error ${code} exits with ${name}, which exitCodes does not list; add ${name}: '...'`,
      )
    }
    if (row.retryable) refuseRetryable(`${where}: error ${code}`, name)
    table[code] = Object.freeze({ ...row })
  }
  return Object.freeze(table)
}

/** Creates the error that `fail()` throws; an undeclared code is a defect of the program. */
export function makeFailure(
  where: string,
  tables: readonly ErrorTable[],
  code: string,
  message: string,
  facts: FailureFacts = {},
): SuretyError {
  const row = tables.find((table) => Object.hasOwn(table, code))?.[code]
  if (!row) {
    throw defect(
      'ERROR_CODE_UNDECLARED',
      `${where} failed with ${code}, which it does not declare; add it to errors`,
    )
  }
  return new SuretyError(code, row.exit, message, {
    ...(row.retryable !== undefined && { retryable: row.retryable }),
    ...(row.suggestion !== undefined && { suggestion: row.suggestion }),
    ...toErrorFacts(facts),
  })
}

/** Converts facts to the members of an error. */
export function toErrorFacts(facts: FailureFacts): SuretyErrorFacts {
  const { extra, details = extra, data, ...rest } = facts
  const suggestion = facts.suggestion ?? facts.next_steps?.suggestion
  // The values are converted to JSON when the run ends.
  return {
    ...rest,
    ...(suggestion !== undefined && { suggestion }),
    ...(details && { details: details as JsonObject }),
    ...(data && { data: data as JsonObject }),
  }
}
