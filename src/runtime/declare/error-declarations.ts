import {
  defect,
  isFailureName,
  SuretyError,
  type CustomExitCode,
  type FailureName,
  type JsonObject,
  type SuretyErrorFacts,
} from '../../contract/index.ts'
import type { ExitTable } from './exit-declarations.ts'
import { isCustomExit } from './exit-declarations.ts'

/** What an author says about one of a command's error codes. */
export interface ErrorDeclaration {
  /** The exit by name, or an exit code of the author's own. */
  readonly exit: FailureName | CustomExitCode
  readonly description?: string
  /** Said on every failure with this code, unless the call says otherwise. */
  readonly retryable?: boolean
  readonly suggestion?: string
}

/** Error codes by name; a bare exit name is short for `{ exit }`. */
export type ErrorDeclarations = Readonly<Record<string, ErrorDeclaration | FailureName>>

/** Facts that a failure carries beside code and message; `extra` is another name for `details`. */
export interface FailureFacts extends Omit<SuretyErrorFacts, 'details' | 'data'> {
  /** What was done before it failed; anything that JSON can carry. */
  readonly data?: object
  /** Structured context; anything that JSON can carry. */
  readonly details?: object
  readonly extra?: object
}

/** Throws a failure with one of the codes that were declared. */
export type Fail<Code extends string> = (code: Code, message: string, facts?: FailureFacts) => never

/**
 * Declares error codes once, to be spread into the commands that share them.
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

/** Error codes with their facts filled in; frozen. */
export type ErrorTable = Readonly<Record<string, ErrorDeclaration>>

/** Checks declared errors: each exit must be one that the command declares too. */
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
        `${where}: error code '${code}' must be a word of letters, digits and _`,
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
    table[code] = Object.freeze({ ...row })
  }
  return Object.freeze(table)
}

/** Makes the failure behind `fail()`; a code that nobody declared is the program's own mistake. */
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
      `${where} failed with ${code}, which its errors do not declare`,
    )
  }
  return new SuretyError(code, row.exit, message, {
    ...(row.retryable !== undefined && { retryable: row.retryable }),
    ...(row.suggestion !== undefined && { suggestion: row.suggestion }),
    ...toErrorFacts(facts),
  })
}

/** Gives facts under the names that an error has for them. */
export function toErrorFacts(facts: FailureFacts): SuretyErrorFacts {
  const { extra, details = extra, data, ...rest } = facts
  // Whatever they hold becomes JSON when the run is settled.
  return {
    ...rest,
    ...(details && { details: details as JsonObject }),
    ...(data && { data: data as JsonObject }),
  }
}
