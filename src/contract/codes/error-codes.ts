import { ERROR_EXITS, type ErrorCode } from './error-exits.ts'
import type { FailureName, SignalExitName } from './exit-codes.ts'

/** One row of the table of error codes. */
export interface ErrorCodeRow {
  readonly exit: FailureName | SignalExitName
  readonly meaning: string
}

const MEANINGS: Readonly<Record<ErrorCode, string>> = {
  ARG_ERROR: 'Several problems with the input at once; meta.errors lists them.',
  UNKNOWN_COMMAND: 'There is no such command.',
  UNKNOWN_FLAG: 'The command has no such option.',
  MISSING_ARGUMENT: 'A required argument or option was not given.',
  MISSING_VALUE: 'An option was given without its value.',
  UNEXPECTED_ARGUMENT: 'More arguments were given than the command takes.',
  INVALID_CHOICE: 'The value is not among the allowed ones.',
  INVALID_VALUE: 'The value does not fit the declared schema.',
  INVALID_CURSOR: 'The page cursor is malformed or out of date.',
  CONFLICTING_OPTIONS: 'Two options were given that exclude each other.',
  INVALID_AGENT_INPUT:
    'The value looks like no real identifier: control characters, path traversal and the like.',
  SHELL_METACHARACTER: 'An argument for a child process has a character that shells act on.',
  IDEMPOTENCY_KEY_USED: 'The key belongs to a call that differs or did not finish.',
  INVALID_AUDIT_LOG_SETTING: 'The variable of the audit log is neither 1, 0 nor an absolute path.',
  STDIN_TOO_LARGE: 'Standard input is larger than the limit.',
  CONFIRMATION_REQUIRED: 'A destructive command needs its confirmation flag.',
  INPUT_REQUIRED: 'The command has to ask a question, but no terminal is attached.',
  REPL_MODE_PROHIBITED: 'The command needs an interactive terminal.',
  EDITOR_REQUIRED: 'The command needs an editor, but no terminal is attached.',
  NO_TTY: 'Signing in needs a terminal or a token variable.',
  PERSON_REQUIRED: 'The command is for a person at a terminal; no flag replaces one.',
  ATTESTATION_MISMATCH: 'The person typed another text than the command asked for.',
  CONFIG_UNREADABLE: 'A configuration file cannot be read or parsed.',
  FILE_NOT_FOUND: 'A file that was named does not exist.',
  FILE_UNREADABLE: 'A file that was named cannot be read.',
  FILE_EXISTS: 'A file or folder is in the way, or a resource is in use.',
  ACCESS_DENIED: 'The operating system refused the access.',
  WRITE_FAILED: 'A file could not be written.',
  CONNECTION_FAILED: 'A host could not be reached or closed the connection.',
  SYSTEM_ERROR: 'A call to the operating system failed.',
  COMMAND_MOVED: 'The command has another name or place now.',
  AUTH_ERROR: 'The credential lacks scopes that the command needs.',
  TOKEN_EXPIRED: 'The token has expired.',
  TOKEN_INVALID: 'The token is malformed or was revoked.',
  TOKEN_MISSING: 'No credentials were given.',
  TIMEOUT: 'The time limit was exceeded.',
  INTERRUPTED: 'SIGINT ended the run.',
  CANCELLED: 'SIGTERM ended the run.',
  CHILD_FAILED: 'A child process failed.',
  DELEGATED_EXIT:
    'The program that the call was handed on to failed, with the exit code of the process.',
  LINE_TOO_LARGE: 'A line of standard input is larger than the limit.',
  RECORD_INVALID: 'A line of standard input is no record that the command takes.',
  UPSTREAM_FAILED: 'The tool that writes standard input failed.',
  UPSTREAM_INCOMPLETE: 'Standard input ended before the stream of the other tool did.',
  JOB_NOT_FOUND: 'There is no such background job.',
  JOB_LOST: 'The process of a job is gone and left no answer.',
  STALLED: 'A job has not moved for too long.',
  OUTPUT_INVALID: 'The command returned something that breaks its declared output.',
  RESULT_UNSERIALISABLE: 'The command returned something that JSON cannot carry.',
  INTERNAL_ERROR: 'Unexpected internal error.',
}

/** The error codes that surety itself raises, with exit and meaning. */
export const ERROR_CODES = Object.freeze(
  Object.fromEntries(
    Object.entries(ERROR_EXITS).map(([code, exit]) => [
      code,
      Object.freeze({ exit, meaning: MEANINGS[code as ErrorCode] }),
    ]),
  ),
) as Readonly<Record<ErrorCode, ErrorCodeRow>>
