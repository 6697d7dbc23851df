import type { FailureName, SignalExitName } from './exit-codes.ts'

/** One row of the table of error codes. */
export interface ErrorCodeRow {
  readonly exit: FailureName | SignalExitName
  readonly meaning: string
}

const row = (exit: ErrorCodeRow['exit'], meaning: string): ErrorCodeRow =>
  Object.freeze({ exit, meaning })

/**
 * The error codes that surety itself raises, with exit and meaning. Exit and retryability follow from
 * the code and are never chosen where the error is raised.
 */
export const ERROR_CODES = Object.freeze({
  ARG_ERROR: row('ARG_ERROR', 'Several problems with the input at once; meta.errors lists them.'),
  UNKNOWN_COMMAND: row('ARG_ERROR', 'There is no such command.'),
  UNKNOWN_FLAG: row('ARG_ERROR', 'The command has no such option.'),
  MISSING_ARGUMENT: row('ARG_ERROR', 'A required argument or option was not given.'),
  MISSING_VALUE: row('ARG_ERROR', 'An option was given without its value.'),
  UNEXPECTED_ARGUMENT: row('ARG_ERROR', 'More arguments were given than the command takes.'),
  INVALID_CHOICE: row('ARG_ERROR', 'The value is not among the allowed ones.'),
  INVALID_VALUE: row('ARG_ERROR', 'The value does not fit the declared schema.'),
  INVALID_CURSOR: row('ARG_ERROR', 'The page cursor is malformed or out of date.'),
  INVALID_AGENT_INPUT: row(
    'ARG_ERROR',
    'The value looks like no real identifier: control characters, path traversal and the like.',
  ),
  SHELL_METACHARACTER: row(
    'ARG_ERROR',
    'An argument for a child process has a character that shells act on.',
  ),
  STDIN_TOO_LARGE: row('ARG_ERROR', 'Standard input is larger than the limit.'),
  CONFIRMATION_REQUIRED: row('ARG_ERROR', 'A destructive command needs its confirmation flag.'),
  INPUT_REQUIRED: row(
    'PRECONDITION',
    'The command has to ask a question, but no terminal is attached.',
  ),
  REPL_MODE_PROHIBITED: row('PRECONDITION', 'The command needs an interactive terminal.'),
  EDITOR_REQUIRED: row('PRECONDITION', 'The command needs an editor, but no terminal is attached.'),
  NO_TTY: row('PRECONDITION', 'Signing in needs a terminal or a token variable.'),
  CONFIG_UNREADABLE: row('PRECONDITION', 'A configuration file cannot be read or parsed.'),
  FILE_NOT_FOUND: row('NOT_FOUND', 'A file that was named does not exist.'),
  FILE_UNREADABLE: row('PRECONDITION', 'A file that was named cannot be read.'),
  WRITE_FAILED: row('GENERAL_ERROR', 'A file could not be written.'),
  COMMAND_MOVED: row('REDIRECTED', 'The command has another name or place now.'),
  AUTH_ERROR: row('AUTH_REQUIRED', 'The credential lacks scopes that the command needs.'),
  TOKEN_EXPIRED: row('AUTH_REQUIRED', 'The token has expired.'),
  TOKEN_INVALID: row('AUTH_REQUIRED', 'The token is malformed or was revoked.'),
  TOKEN_MISSING: row('AUTH_REQUIRED', 'No credentials were given.'),
  TIMEOUT: row('TIMEOUT', 'The time limit was exceeded.'),
  INTERRUPTED: row('INTERRUPTED', 'SIGINT ended the run.'),
  CANCELLED: row('TERMINATED', 'SIGTERM ended the run.'),
  CHILD_FAILED: row('GENERAL_ERROR', 'A child process failed.'),
  JOB_NOT_FOUND: row('NOT_FOUND', 'There is no such background job.'),
  OUTPUT_INVALID: row(
    'GENERAL_ERROR',
    'The command returned something that breaks its declared output.',
  ),
  RESULT_UNSERIALISABLE: row(
    'GENERAL_ERROR',
    'The command returned something that JSON cannot carry.',
  ),
  INTERNAL_ERROR: row('GENERAL_ERROR', 'Unexpected internal error.'),
})

/** One of the error codes that surety itself raises. */
export type ErrorCode = keyof typeof ERROR_CODES

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
  return Object.hasOwn(ERROR_CODES, code)
}
