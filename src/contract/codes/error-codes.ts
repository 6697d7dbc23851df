import type { FailureName, SignalExitName } from './exit-codes.ts'

type RaisedExit = FailureName | SignalExitName

const raised = <Exit extends RaisedExit>(exit: Exit, meaning: string) =>
  Object.freeze({ exit, meaning })

/**
 * The error codes that surety itself raises. Exit and retryability follow from the code and are never chosen
 * where the error is raised.
 */
export const ERROR_CODES = Object.freeze({
  ARG_ERROR: raised(
    'ARG_ERROR',
    'Several problems with the input at once; meta.errors lists them.',
  ),
  UNKNOWN_COMMAND: raised('ARG_ERROR', 'There is no such command.'),
  UNKNOWN_FLAG: raised('ARG_ERROR', 'The command has no such option.'),
  MISSING_ARGUMENT: raised('ARG_ERROR', 'A required argument or option was not given.'),
  MISSING_VALUE: raised('ARG_ERROR', 'An option was given without its value.'),
  UNEXPECTED_ARGUMENT: raised('ARG_ERROR', 'More arguments were given than the command takes.'),
  INVALID_CHOICE: raised('ARG_ERROR', 'The value is not among the allowed ones.'),
  INVALID_VALUE: raised('ARG_ERROR', 'The value does not fit the declared schema.'),
  INVALID_CURSOR: raised('ARG_ERROR', 'The page cursor is malformed or out of date.'),
  CONFLICTING_OPTIONS: raised('ARG_ERROR', 'Two options were given that exclude each other.'),
  INVALID_AGENT_INPUT: raised(
    'ARG_ERROR',
    'The value looks like no real identifier: control characters, path traversal and the like.',
  ),
  SHELL_METACHARACTER: raised(
    'ARG_ERROR',
    'An argument for a child process has a character that shells act on.',
  ),
  IDEMPOTENCY_KEY_USED: raised(
    'ARG_ERROR',
    'The key belongs to a call that differs or did not finish.',
  ),
  STDIN_TOO_LARGE: raised('ARG_ERROR', 'Standard input is larger than the limit.'),
  INVALID_AUDIT_LOG_SETTING: raised(
    'ARG_ERROR',
    'The variable of the audit log is neither 1, 0 nor an absolute path.',
  ),
  CONFIRMATION_REQUIRED: raised('ARG_ERROR', 'A destructive command needs its confirmation flag.'),
  INPUT_REQUIRED: raised(
    'PRECONDITION',
    'The command has to ask a question, but no terminal is attached.',
  ),
  REPL_MODE_PROHIBITED: raised('PRECONDITION', 'The command needs an interactive terminal.'),
  EDITOR_REQUIRED: raised(
    'PRECONDITION',
    'The command needs an editor, but no terminal is attached.',
  ),
  NO_TTY: raised('PRECONDITION', 'Signing in needs a terminal or a token variable.'),
  PERSON_REQUIRED: raised(
    'PRECONDITION',
    'The command is for a person at a terminal; no flag replaces one.',
  ),
  ATTESTATION_MISMATCH: raised(
    'PRECONDITION',
    'The person typed another text than the command asked for.',
  ),
  CONFIG_UNREADABLE: raised('PRECONDITION', 'A configuration file cannot be read or parsed.'),
  FILE_NOT_FOUND: raised('NOT_FOUND', 'A file that was named does not exist.'),
  FILE_UNREADABLE: raised('PRECONDITION', 'A file that was named cannot be read.'),
  FILE_EXISTS: raised('CONFLICT', 'A file or folder is in the way, or a resource is in use.'),
  PLAN_CHANGED: raised(
    'CONFLICT',
    'What the command would do is not what the plan of its preview shows.',
  ),
  ACCESS_DENIED: raised('PERMISSION_DENIED', 'The operating system refused the access.'),
  WRITE_FAILED: raised('GENERAL_ERROR', 'A file could not be written.'),
  CONNECTION_FAILED: raised('UNAVAILABLE', 'A host could not be reached or closed the connection.'),
  SYSTEM_ERROR: raised('GENERAL_ERROR', 'A call to the operating system failed.'),
  COMMAND_MOVED: raised('REDIRECTED', 'The command has another name or place now.'),
  AUTH_ERROR: raised('AUTH_REQUIRED', 'The credential lacks scopes that the command needs.'),
  TOKEN_EXPIRED: raised('AUTH_REQUIRED', 'The token has expired.'),
  TOKEN_INVALID: raised('AUTH_REQUIRED', 'The token is malformed or was revoked.'),
  TOKEN_MISSING: raised('AUTH_REQUIRED', 'No credentials were given.'),
  TIMEOUT: raised('TIMEOUT', 'The time limit was exceeded.'),
  INTERRUPTED: raised('INTERRUPTED', 'SIGINT ended the run.'),
  CANCELLED: raised('TERMINATED', 'SIGTERM ended the run.'),
  CHILD_FAILED: raised('GENERAL_ERROR', 'A child process failed.'),
  DELEGATED_EXIT: raised(
    'GENERAL_ERROR',
    'The program that the call was handed on to failed, with the exit code of the process.',
  ),
  LINE_TOO_LARGE: raised('GENERAL_ERROR', 'A line of standard input is larger than the limit.'),
  RECORD_INVALID: raised(
    'GENERAL_ERROR',
    'A line of standard input is no record that the command takes.',
  ),
  UPSTREAM_FAILED: raised('GENERAL_ERROR', 'The tool that writes standard input failed.'),
  UPSTREAM_INCOMPLETE: raised(
    'GENERAL_ERROR',
    'Standard input ended before the stream of the other tool did.',
  ),
  JOB_NOT_FOUND: raised('NOT_FOUND', 'There is no such background job.'),
  JOB_LOST: raised('GENERAL_ERROR', 'The process of a job is gone and left no answer.'),
  STALLED: raised('TIMEOUT', 'A job has not moved for too long.'),
  OUTPUT_INVALID: raised(
    'GENERAL_ERROR',
    'The command returned something that breaks its declared output.',
  ),
  RESULT_UNSERIALISABLE: raised(
    'GENERAL_ERROR',
    'The command returned something that JSON cannot carry.',
  ),
  INTERNAL_ERROR: raised('GENERAL_ERROR', 'Unexpected internal error.'),
})

/** One of the error codes that surety itself raises. */
export type ErrorCode = keyof typeof ERROR_CODES

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code)
}
