import {
  fail,
  type FailureName,
  type ReadOutcome,
  type SignalExitName,
} from '../../contract/index.ts'
import { CLIENT_CODES } from '../client-codes.ts'
import { exitNumber, lastLines, plainOutput, type PrintedEnd } from './plain-outcome.ts'

/** Facts that the outcome of a process without an answer mentions. */
export interface ProcessFacts {
  readonly argv: readonly string[]
  readonly timeoutMs: number
}

/**
 * Makes the outcome of a process that did not answer: it did not start, or a signal, a time limit or the
 * caller ended it. Undefined if it exited by itself; then its output counts.
 */
export function outcomeOfEnd(printed: PrintedEnd, facts: ProcessFacts): ReadOutcome | undefined {
  const program = facts.argv[0] ?? ''
  const { end } = printed
  switch (end.kind) {
    case 'exited':
      return undefined
    case 'not_started':
      return notStarted(printed, program)
    case 'timed_out':
      return failureOf(
        printed,
        'TIMEOUT',
        CLIENT_CODES.TIMEOUT,
        `'${program}' did not end within ${facts.timeoutMs} ms and was stopped.`,
        null,
      )
    case 'aborted':
      return failureOf(
        printed,
        'TERMINATED',
        CLIENT_CODES.ABORTED,
        `The caller stopped '${program}'.`,
        false,
      )
    case 'signalled':
      return failureOf(
        printed,
        exitOfSignal(end.signal),
        CLIENT_CODES.CRASHED,
        `'${program}' was ended by ${end.signal ?? 'a signal'}.`,
        null,
      )
  }
}

function notStarted(printed: PrintedEnd, program: string): ReadOutcome {
  const { startError } = printed.end
  switch (startError) {
    case 'ENOENT':
      return failureOf(
        printed,
        'NOT_FOUND',
        CLIENT_CODES.PROGRAM_NOT_FOUND,
        `There is no program '${program}'.`,
        false,
      )
    case 'INTERPRETER':
      return failureOf(
        printed,
        'PRECONDITION',
        CLIENT_CODES.PROGRAM_NOT_RUNNABLE,
        `'${program}' cannot be run: the interpreter that its first line names does not exist.`,
        false,
      )
    case 'ENOTDIR':
    case 'FOLDER':
      return failureOf(
        printed,
        'PRECONDITION',
        CLIENT_CODES.FOLDER_NOT_FOUND,
        'The working directory does not exist.',
        false,
      )
    case 'E2BIG':
      return failureOf(
        printed,
        'ARG_ERROR',
        CLIENT_CODES.ARGUMENTS_TOO_LONG,
        'The arguments are longer than the system allows.',
        false,
      )
    case 'EAGAIN':
    case 'EMFILE':
    case 'ENFILE':
    case 'ENOMEM':
      return failureOf(
        printed,
        'UNAVAILABLE',
        CLIENT_CODES.SYSTEM_EXHAUSTED,
        'The system cannot start another process: out of memory, processes or files.',
        true,
      )
    default:
      return failureOf(
        printed,
        'PRECONDITION',
        CLIENT_CODES.PROGRAM_NOT_RUNNABLE,
        `'${program}' cannot be run (${startError ?? 'unknown'}).`,
        false,
      )
  }
}

function exitOfSignal(signal: NodeJS.Signals | null): FailureName | SignalExitName {
  if (signal === 'SIGINT') return 'INTERRUPTED'
  return signal === 'SIGTERM' ? 'TERMINATED' : 'GENERAL_ERROR'
}

function failureOf(
  printed: PrintedEnd,
  exit: FailureName | SignalExitName,
  code: string,
  message: string,
  retryable: boolean | null,
): ReadOutcome {
  const { end } = printed
  // What a process printed before its end often says why it ended.
  const { data, warnings } = plainOutput(printed)
  const detail = lastLines(data.stderr)
  return fail({
    exit,
    ...(end.kind !== 'not_started' && { data, warnings, meta: { wrapped: true } }),
    error: {
      code,
      message,
      retryable,
      synthesised: true,
      ...(end.kind === 'not_started' && { phase: 'validation' as const }),
      ...(detail !== '' && { detail }),
      ...(end.signal !== null && { details: { signal: end.signal } }),
    },
    process: { exit_code: exitNumber(end), stream: null },
    diagnostics: { malformed: false, problems: [], other_documents: [] },
  }) as ReadOutcome
}
