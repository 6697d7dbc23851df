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
      return failureOf(printed, startFailure(end.startError, program))
    case 'timed_out':
      return failureOf(printed, {
        exit: 'TIMEOUT',
        code: CLIENT_CODES.TIMEOUT,
        message: `'${program}' did not end within ${facts.timeoutMs} ms and was stopped.`,
        retryable: null,
      })
    case 'aborted':
      return failureOf(printed, {
        exit: 'TERMINATED',
        code: CLIENT_CODES.ABORTED,
        message: `The caller stopped '${program}'.`,
      })
    case 'signalled':
      return failureOf(printed, {
        exit: exitOfSignal(end.signal),
        code: CLIENT_CODES.CRASHED,
        message: `'${program}' was ended by ${end.signal ?? 'a signal'}.`,
        retryable: null,
      })
  }
}

/** How a process failed. */
interface ProcessFailure {
  readonly exit: FailureName | SignalExitName
  readonly code: string
  readonly message: string
  /** Default false. */
  readonly retryable?: boolean | null
}

/** Says why a program did not start, by the error of the system. */
function startFailure(reason: string | null, program: string): ProcessFailure {
  switch (reason) {
    case 'ENOENT':
      return {
        exit: 'NOT_FOUND',
        code: CLIENT_CODES.PROGRAM_NOT_FOUND,
        message: `There is no program '${program}'.`,
      }
    case 'ENOTDIR':
    case 'FOLDER':
      return {
        exit: 'PRECONDITION',
        code: CLIENT_CODES.FOLDER_NOT_FOUND,
        message: 'The working directory does not exist.',
      }
    case 'E2BIG':
      return {
        exit: 'ARG_ERROR',
        code: CLIENT_CODES.ARGUMENTS_TOO_LONG,
        message: 'The arguments are longer than the system allows.',
      }
    case 'EAGAIN':
    case 'EMFILE':
    case 'ENFILE':
    case 'ENOMEM':
      return {
        exit: 'UNAVAILABLE',
        code: CLIENT_CODES.SYSTEM_EXHAUSTED,
        message: 'The system cannot start another process: out of memory, processes or files.',
        retryable: true,
      }
    default: {
      const message =
        reason === 'INTERPRETER'
          ? `'${program}' cannot be run: the interpreter that its first line names does not exist.`
          : `'${program}' cannot be run (${reason ?? 'unknown'}).`
      return { exit: 'PRECONDITION', code: CLIENT_CODES.PROGRAM_NOT_RUNNABLE, message }
    }
  }
}

function exitOfSignal(signal: NodeJS.Signals | null): FailureName | SignalExitName {
  if (signal === 'SIGINT') return 'INTERRUPTED'
  return signal === 'SIGTERM' ? 'TERMINATED' : 'GENERAL_ERROR'
}

function failureOf(
  printed: PrintedEnd,
  { exit, code, message, retryable = false }: ProcessFailure,
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
