import type { FailureName, SignalExitName } from './exit-codes.ts'

/**
 * The exits of the error codes that surety itself raises. Exit and retryability follow from the code and are
 * never chosen where the error is raised. Their meanings are in a file of their own, because every run loads
 * this one.
 */
export const ERROR_EXITS = {
  ARG_ERROR: 'ARG_ERROR',
  UNKNOWN_COMMAND: 'ARG_ERROR',
  UNKNOWN_FLAG: 'ARG_ERROR',
  MISSING_ARGUMENT: 'ARG_ERROR',
  MISSING_VALUE: 'ARG_ERROR',
  UNEXPECTED_ARGUMENT: 'ARG_ERROR',
  INVALID_CHOICE: 'ARG_ERROR',
  INVALID_VALUE: 'ARG_ERROR',
  INVALID_CURSOR: 'ARG_ERROR',
  CONFLICTING_OPTIONS: 'ARG_ERROR',
  INVALID_AGENT_INPUT: 'ARG_ERROR',
  SHELL_METACHARACTER: 'ARG_ERROR',
  IDEMPOTENCY_KEY_USED: 'ARG_ERROR',
  STDIN_TOO_LARGE: 'ARG_ERROR',
  INVALID_AUDIT_LOG_SETTING: 'ARG_ERROR',
  CONFIRMATION_REQUIRED: 'ARG_ERROR',
  INPUT_REQUIRED: 'PRECONDITION',
  REPL_MODE_PROHIBITED: 'PRECONDITION',
  EDITOR_REQUIRED: 'PRECONDITION',
  NO_TTY: 'PRECONDITION',
  PERSON_REQUIRED: 'PRECONDITION',
  ATTESTATION_MISMATCH: 'PRECONDITION',
  CONFIG_UNREADABLE: 'PRECONDITION',
  FILE_NOT_FOUND: 'NOT_FOUND',
  FILE_UNREADABLE: 'PRECONDITION',
  FILE_EXISTS: 'CONFLICT',
  ACCESS_DENIED: 'PERMISSION_DENIED',
  WRITE_FAILED: 'GENERAL_ERROR',
  CONNECTION_FAILED: 'UNAVAILABLE',
  SYSTEM_ERROR: 'GENERAL_ERROR',
  COMMAND_MOVED: 'REDIRECTED',
  AUTH_ERROR: 'AUTH_REQUIRED',
  TOKEN_EXPIRED: 'AUTH_REQUIRED',
  TOKEN_INVALID: 'AUTH_REQUIRED',
  TOKEN_MISSING: 'AUTH_REQUIRED',
  TIMEOUT: 'TIMEOUT',
  INTERRUPTED: 'INTERRUPTED',
  CANCELLED: 'TERMINATED',
  CHILD_FAILED: 'GENERAL_ERROR',
  DELEGATED_EXIT: 'GENERAL_ERROR',
  LINE_TOO_LARGE: 'GENERAL_ERROR',
  RECORD_INVALID: 'GENERAL_ERROR',
  UPSTREAM_FAILED: 'GENERAL_ERROR',
  UPSTREAM_INCOMPLETE: 'GENERAL_ERROR',
  JOB_NOT_FOUND: 'NOT_FOUND',
  JOB_LOST: 'GENERAL_ERROR',
  STALLED: 'TIMEOUT',
  OUTPUT_INVALID: 'GENERAL_ERROR',
  RESULT_UNSERIALISABLE: 'GENERAL_ERROR',
  INTERNAL_ERROR: 'GENERAL_ERROR',
} as const satisfies Record<string, FailureName | SignalExitName>

/** One of the error codes that surety itself raises. */
export type ErrorCode = keyof typeof ERROR_EXITS

/**
 * Tests whether a code is one of surety's own.
 *
 * @example
 * ```ts
 * import { isErrorCode } from 'surety/contract'
 *
 * isErrorCode('UNKNOWN_FLAG') // true
 * isErrorCode('VOLUME_MISSING') // false: a tool's own code
 * ```
 */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_EXITS, code)
}
