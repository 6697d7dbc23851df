import { constants } from 'node:os'

import {
  fail,
  type FailureName,
  type ReadOutcome,
  type SignalExitName,
} from '../../contract/index.ts'
import { CLIENT_CODES } from '../client-codes.ts'
import type { ProcessEnd } from '../../internal/process/process-request.ts'

/** What the outcome of a process without an answer needs to name. */
export interface ProcessFacts {
  readonly argv: readonly string[]
  readonly timeoutMs: number
}

/**
 * Makes the outcome of a process that could not answer for itself: not started, ended by a signal,
 * a time limit or the caller. Undefined when it exited by itself, so that its output speaks.
 */
export function outcomeOfEnd(end: ProcessEnd, facts: ProcessFacts): ReadOutcome | undefined {
  const program = facts.argv[0] ?? ''
  switch (end.kind) {
    case 'exited':
      return undefined
    case 'not_started':
      return notStarted(end, program)
    case 'timed_out':
      return made(
        end,
        'TIMEOUT',
        CLIENT_CODES.TIMEOUT,
        `'${program}' did not end within ${facts.timeoutMs} ms and was stopped.`,
        null,
      )
    case 'aborted':
      return made(
        end,
        'TERMINATED',
        CLIENT_CODES.ABORTED,
        `The caller stopped '${program}'.`,
        false,
      )
    case 'signalled':
      return made(
        end,
        exitOfSignal(end.signal),
        CLIENT_CODES.CRASHED,
        `'${program}' was ended by ${end.signal ?? 'a signal'}.`,
        null,
      )
  }
}

/** Gives the number that a shell would report. */
export function exitNumber(end: ProcessEnd): number {
  if (end.exitCode !== null) return end.exitCode
  if (end.kind === 'not_started') return end.startError === 'ENOENT' ? 127 : 126
  const number = end.signal === null ? undefined : constants.signals[end.signal]
  return 128 + (number ?? constants.signals.SIGTERM)
}

function notStarted(end: ProcessEnd, program: string): ReadOutcome {
  switch (end.startError) {
    case 'ENOENT':
      return made(
        end,
        'NOT_FOUND',
        CLIENT_CODES.PROGRAM_NOT_FOUND,
        `There is no program '${program}'.`,
        false,
      )
    case 'INTERPRETER':
      return made(
        end,
        'PRECONDITION',
        CLIENT_CODES.PROGRAM_NOT_RUNNABLE,
        `'${program}' cannot be run: the interpreter that its first line names does not exist.`,
        false,
      )
    case 'ENOTDIR':
    case 'FOLDER':
      return made(
        end,
        'PRECONDITION',
        CLIENT_CODES.FOLDER_NOT_FOUND,
        'The working directory does not exist.',
        false,
      )
    case 'E2BIG':
      return made(
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
      return made(
        end,
        'UNAVAILABLE',
        CLIENT_CODES.SYSTEM_EXHAUSTED,
        'The system has no room for another process.',
        true,
      )
    default:
      return made(
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

function made(
  end: ProcessEnd,
  exit: FailureName | SignalExitName,
  code: string,
  message: string,
  retryable: boolean | null,
): ReadOutcome {
  const text = lastWords(end.stderr.bytes)
  return fail({
    exit,
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

/** The end of stderr is where a dying program says why. */
function lastWords(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(-2000)).trim()
  return text.split('\n').slice(-10).join('\n')
}
