import {
  defect,
  SuretyError,
  type CustomExitCode,
  type JsonObject,
  type SuretyErrorFacts,
} from '../../../contract/index.ts'
import { ownMembers } from '@surety/internal/json/json-members.ts'
import type { FailureFacts } from '../../handler/context.ts'
import type { ErrorDeclaration, ErrorDeclarations } from '../types/exits.ts'

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

export function errorRow(value: ErrorDeclarations[string]): ErrorDeclaration {
  return typeof value === 'string' || 'number' in value ? { exit: value } : value
}

/** Names the exit of a declared error. */
export function exitName(value: ErrorDeclarations[string]): string {
  const { exit } = errorRow(value)
  return typeof exit === 'string' ? exit : exit.name
}

export function findError(
  tables: readonly (ErrorDeclarations | undefined)[],
  code: string,
): ErrorDeclaration | undefined {
  const table = tables.find((each) => each && Object.hasOwn(each, code))
  return table && ownMembers(errorRow(table[code]!))
}

/** Creates the error that `fail()` throws; an undeclared code is a defect of the program. */
export function makeFailure(
  where: string,
  tables: readonly (ErrorDeclarations | undefined)[],
  code: string,
  message: string,
  facts: FailureFacts = {},
): SuretyError {
  const row = findError(tables, code)
  if (!row)
    throw defect(
      'ERROR_CODE_UNDECLARED',
      `${where} failed with ${code}, which it does not declare; add it to errors`,
    )
  return new SuretyError(code, row.exit, message, {
    ...(row.retryable !== undefined && { retryable: row.retryable }),
    ...(row.suggestion !== undefined && { suggestion: row.suggestion }),
    ...toErrorFacts(facts),
  })
}

export function toErrorFacts(given: FailureFacts): SuretyErrorFacts {
  const facts = ownMembers(given)
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

export function customExitsOf(
  exitCodes: object = {},
  errors: ErrorDeclarations = {},
): readonly CustomExitCode[] {
  const rows = Object.values(errors)
  return [...Object.values(exitCodes), ...rows.map((row) => errorRow(row).exit)].filter(
    isCustomExit,
  )
}

export function isCustomExit(value: unknown): value is CustomExitCode {
  return typeof value === 'object' && value !== null && 'number' in value && 'side_effects' in value
}

/** Characters of placeholders and of command lines that need a shell; a fix command has none. */
export const UNFIT_FOR_FIX = /[<>$|&;`(){}\n\r]/
