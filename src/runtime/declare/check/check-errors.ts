import { defect, FAILURE_NAMES, isFailureName } from '../../../contract/index.ts'
import {
  errorRow,
  isCustomExit,
  howToDeclareExit,
  refuseRetryable,
  type ErrorDeclaration,
  type ErrorDeclarations,
  type ErrorTable,
} from '../exits/exit-declarations.ts'

/** Checks declared errors and brings them into their long form; frozen. */
export function resolveErrors(where: string, declared: ErrorDeclarations | undefined): ErrorTable {
  const table: Record<string, ErrorDeclaration> = {}
  for (const [code, value] of Object.entries(declared ?? {})) {
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(code)) {
      throw defect(
        'ERROR_CODE_INVALID',
        `${where}: error code '${code}' must start with a letter and hold only letters, digits and _`,
      )
    }
    const row = toRow(value)
    if (!isCustomExit(row.exit) && !isFailureName(row.exit)) {
      const has = `${where}: error ${code} has the exit ${String(row.exit)}, which is not a standard name`
      const meant = FAILURE_NAMES.find((name) => lettersOf(name) === lettersOf(row.exit))
      throw defect(
        'ERROR_EXIT_UNKNOWN',
        meant === undefined
          ? `${has} such as NOT_FOUND; ${howToDeclareExit(code.toUpperCase(), row.exit)}`
          : `${has}; use ${meant}, or for an exit of its own defineExitCode()`,
      )
    }
    const name = typeof row.exit === 'string' ? row.exit : row.exit.name
    if (row.retryable) refuseRetryable(`${where}: error ${code}`, name)
    table[code] = Object.freeze({ ...row })
  }
  return Object.freeze(table)
}

/** What two spellings of a name have in common: `not-found`, `NotFound` and `NOT_FOUND`. */
function lettersOf(name: unknown): string {
  return String(name)
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '')
}

/** Reads a declared error, also one of the wrong kind. */
function toRow(value: unknown): ErrorDeclaration {
  return typeof value === 'object' && value !== null
    ? errorRow(value as ErrorDeclaration)
    : { exit: value as ErrorDeclaration['exit'] }
}
