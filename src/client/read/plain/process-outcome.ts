import { constants } from 'node:os'

import {
  fail,
  type FailureName,
  type ReadOutcome,
  type SignalExitName,
} from '../../../contract/index.ts'
import { CLIENT_CODES } from '../../client-codes.ts'
import { plainOutput } from './plain-output.ts'
import type { ProcessEnd } from '../../../internal/process/process-request.ts'

/** Facts that the outcome of a process without an answer mentions. */
export interface ProcessFacts {
  readonly argv: readonly string[]
  readonly timeoutMs: number
}

/**
 * Makes the outcome of a process that did not answer: it did not start, or a signal, a time limit or the
 * caller ended it. Undefined if it exited by itself; then its output counts.
 */
export function outcomeOfEnd(end: ProcessEnd, facts: ProcessFacts): ReadOutcome | undefined {
  const program = facts.argv[0] ?? ''
  switch (end.kind) {
    case 'exited':
      return undefined
    case 'not_started':
      return notStarted(end, program)
    case 'timed_out':
      return failureOf(
        end,
        'TIMEOUT',
        CLIENT_CODES.TIMEOUT,
        `'${program}' did not end within ${facts.timeoutMs} ms and was stopped.`,
        null,
      )
    case 'aborted':
      return failureOf(
        end,
        'TERMINATED',
        CLIENT_CODES.ABORTED,
        `The caller stopped '${program}'.`,
        false,
      )
    case 'signalled':
      return failureOf(
        end,
        exitOfSignal(end.signal),
        CLIENT_CODES.CRASHED,
        `'${program}' was ended by ${end.signal ?? 'a signal'}.`,
        null,
      )
  }
}

/** Returns the exit number that a shell would report. */
export function exitNumber(end: ProcessEnd): number {
  if (end.exitCode !== null) return end.exitCode
  if (end.kind === 'not_started') return end.startError === 'ENOENT' ? 127 : 126
  const number = end.signal === null ? undefined : constants.signals[end.signal]
  return 128 + (number ?? constants.signals.SIGTERM)
}

function notStarted(end: ProcessEnd, program: string): ReadOutcome {
  switch (end.startError) {
    case 'ENOENT':
      return failureOf(
        end,
        'NOT_FOUND',
        CLIENT_CODES.PROGRAM_NOT_FOUND,
        `There is no program '${program}'.`,
        false,
      )
    case 'INTERPRETER':
      return failureOf(
        end,
        'PRECONDITION',
        CLIENT_CODES.PROGRAM_NOT_RUNNABLE,
        `'${program}' cannot be run: the interpreter that its first line names does not exist.`,
        false,
      )
    case 'ENOTDIR':
    case 'FOLDER':
      return failureOf(
        end,
        'PRECONDITION',
        CLIENT_CODES.FOLDER_NOT_FOUND,
        'The working directory does not exist.',
        false,
      )
    case 'E2BIG':
      return failureOf(
        end,
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
        end,
        'UNAVAILABLE',
        CLIENT_CODES.SYSTEM_EXHAUSTED,
        'The system cannot start another process: out of memory, processes or files.',
        true,
      )
    default:
      return failureOf(
        end,
        'PRECONDITION',
        CLIENT_CODES.PROGRAM_NOT_RUNNABLE,
        `'${program}' cannot be run (${end.startError ?? 'unknown'}).`,
        false,
      )
  }
}

function exitOfSignal(signal: NodeJS.Signals | null): FailureName | SignalExitName {
  if (signal === 'SIGINT') return 'INTERRUPTED'
  return signal === 'SIGTERM' ? 'TERMINATED' : 'GENERAL_ERROR'
}

function failureOf(
  end: ProcessEnd,
  exit: FailureName | SignalExitName,
  code: string,
  message: string,
  retryable: boolean | null,
): ReadOutcome {
  const text = endOfStderr(end.stderr.bytes)
  // What a process printed before its end often says why it ended.
  const { data, warnings } = plainOutput(end, exitNumber(end))
  return fail({
    exit,
    ...(end.kind !== 'not_started' && { data, warnings, meta: { wrapped: true } }),
    error: {
      code,
      message,
      retryable,
      synthesised: true,
      ...(end.kind === 'not_started' && { phase: 'validation' as const }),
      ...(text !== '' && { detail: text }),
      ...(end.signal !== null && { details: { signal: end.signal } }),
    },
    process: { exit_code: exitNumber(end), stream: null },
    diagnostics: { malformed: false, problems: [], other_documents: [] },
  }) as ReadOutcome
}

/** Returns the end of stderr, where a failing program says why. */
function endOfStderr(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(-2000)).trim()
  return text.split('\n').slice(-10).join('\n')
}
