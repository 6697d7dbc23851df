import { constants } from 'node:os'

import {
  fail,
  isFailureName,
  succeed,
  type FailureName,
  type JsonObject,
  type ReadOutcome,
  type SignalExitName,
} from 'surety/unstable/contract'
import { plainData, type OpenCapture } from 'surety/unstable/dialects'
import { plainError, type PlainError } from 'surety/unstable/failure-reader'
import { given } from '@surety/internal/given.ts'
import type { ProcessEnd } from '@surety/internal/process/process-request.ts'
import ends from './process-ends.json' with { type: 'json' }

export interface KnownProgram {
  readonly reads: boolean
  /** What is started in its place: the same line, watched. */
  readonly argv?: readonly string[]
  /** The text of that line. */
  readonly line?: string
  /** Whether what it leaves running in the background lives on. */
  readonly leavesRest?: boolean
  /** What to do instead, if it wants a terminal: then it is not started. */
  readonly instead?: string
  /** Whether it reads its standard input. */
  readonly waits?: boolean
  /** Variables that it is started with, to be watched or to behave as without us; undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Whether an exit of 0 may not be all: a part of a line failed, or a list stopped. */
  readonly mayHide?: boolean
  /** The read that tells whether a change happened that may or may not have. */
  readonly settles?: readonly string[]
  readonly understand: (exit: number, printed: Printed) => Promise<KnownEnd | undefined>
  /** Takes away what was made for the watch. */
  readonly close?: () => void
}

export type Printed = Readonly<Record<'stdout' | 'stderr', string>>

export type KnownEnd = (
  | { readonly success: string; readonly exit?: undefined }
  | {
      readonly success?: undefined
      readonly exit: FailureName
      readonly code: string
      readonly message?: string
      /** The line with which it says why. */
      readonly line?: string
      readonly detail?: string
      readonly suggestion?: string
      /** Whether the program's own code stands in its place. */
      readonly ownCodes?: boolean
      /** Whether the program is known to have ended before it changed anything. */
      readonly unchanged?: boolean
    }
  | { readonly success?: undefined; readonly exit?: undefined }
) & {
  /** What else the answer says: the parts of a line that failed. */
  readonly meta?: JsonObject
  readonly warnings?: readonly string[]
}

export interface PrintedEnd {
  readonly end: ProcessEnd
  readonly capture: OpenCapture
}

/** Said of a program that waits for input: what was piped to `surety` does not reach it. */
export const NO_INPUT = 'Its standard input was empty.'

export interface ProcessFacts {
  readonly argv: readonly string[]
  readonly timeoutMs: number
  readonly program?: KnownProgram
  readonly isInputEmpty?: boolean
}

/** Makes the outcome of a process without an envelope: its exit code decides, its output becomes the data. */
export async function plainOutcome(printed: PrintedEnd, facts: ProcessFacts): Promise<ReadOutcome> {
  const { end } = printed
  const hasExited = end.kind === 'exited'
  const hasStarted = end.kind !== 'not_started'
  const exitCode = exitNumber(end)
  const { data, warnings: lost } = plainOutput(printed)
  const known = hasExited ? await knownEnd(printed, facts) : undefined
  const isUnfed = hasExited && facts.isInputEmpty === true
  const warnings = [...lost, ...(isUnfed ? [NO_INPUT] : []), ...(known?.warnings ?? [])]
  const surroundings = {
    // What a process printed before its end often says why it ended.
    ...(hasStarted && { data, warnings }),
    meta: {
      ...(hasStarted && { wrapped: true }),
      // Of a call that somebody else made nobody knows it.
      ...(hasExited && end.durationMs > 0 && { duration_ms: Math.round(end.durationMs) }),
      ...(hasExited && (end.stdout.isCut || end.stderr.isCut) && { truncated: true }),
      ...known?.meta,
      ...(known?.success !== undefined && { meaning: known.success }),
    },
    process: { exit_code: exitCode, stream: hasExited ? ('stdout' as const) : null },
    diagnostics: { malformed: false, problems: [], other_documents: [] },
  }
  // A program that we stopped may end with 0.
  const hasEndedWell = hasExited && (exitCode === 0 || known?.success !== undefined)
  const isFailure = known?.exit !== undefined || !hasEndedWell
  if (!isFailure) return succeed({ ...surroundings, data }) as ReadOutcome
  const said = plainError(textsOf(printed), exitCode)
  const failure = failureOf(end, facts, said, known?.exit === undefined ? undefined : known)
  const { exit, code, message, suggestion, retryable = false } = failure
  // A read that met a passing trouble is the one call that may be repeated without a thought.
  const isPassing = facts.program?.reads === true && PASSING.has(exit)
  // An exit is explained by what was printed; of a stop, the end of it may say where it was.
  const detail = hasExited
    ? failure.detail
    : data.stderr.trim().split('\n').slice(-10).join('\n').slice(-2000)
  const toolCode = hasExited && said.toolCode !== code ? said.toolCode : undefined
  const details = given({ signal: end.signal ?? undefined, tool_code: toolCode })
  return fail({
    exit,
    ...surroundings,
    warnings: [...warnings, ...(hasExited ? said.problems : [])],
    meta: { ...surroundings.meta, ...given({ tool_says: hasExited ? said.toolSays : undefined }) },
    error: {
      code,
      message,
      category: isFailureName(exit) ? exit : 'GENERAL_ERROR',
      // Once more may be right, or do it twice.
      retryable: isPassing || (PASSING.has(exit) ? null : retryable),
      synthesised: true,
      ...given({ suggestion, detail: detail || undefined }),
      ...((!hasStarted || failure.unchanged === true) && { phase: 'validation' as const }),
      ...(Object.keys(details).length > 0 && { details }),
    },
  }) as ReadOutcome
}

async function knownEnd(printed: PrintedEnd, { program }: ProcessFacts) {
  const exit = exitNumber(printed.end)
  // An exit of 0 says all of most programs.
  if (program === undefined || (exit === 0 && program.mayHide !== true)) return undefined
  return program.understand(exit, textsOf(printed))
}

const PASSING: ReadonlySet<string> = new Set(['UNAVAILABLE', 'RATE_LIMITED', 'TIMEOUT'])

interface ProcessFailure {
  readonly exit: FailureName | SignalExitName
  readonly code: string
  readonly message: string
  readonly detail?: string
  readonly retryable?: boolean | null
  readonly suggestion?: string
  readonly unchanged?: boolean
}

function failureOf(
  end: ProcessEnd,
  facts: ProcessFacts,
  said: PlainError,
  known: (KnownEnd & { readonly exit: FailureName }) | undefined,
): ProcessFailure {
  const program = facts.argv[0] ?? ''
  switch (end.kind) {
    case 'exited': {
      const { code, message } = said
      // What is known of the program is surer than what it says, and its side effects are known then.
      if (known !== undefined) {
        const own = known.ownCodes === true ? said.toolCode : undefined
        // A document that it was asked for says more than the lines beside it.
        const words = said.isStated === true ? message : (known.line ?? message)
        return { ...known, code: own ?? known.code, message: known.message ?? words }
      }
      return { exit: 'GENERAL_ERROR', code, message, retryable: null }
    }
    case 'not_started': {
      const suggestion = facts.program?.instead
      return { ...startFailure(end.startError, program), ...given({ suggestion }) }
    }
    case 'timed_out': {
      const message = `'${program}' did not end within ${facts.timeoutMs} ms and was stopped.`
      return { exit: 'TIMEOUT', code: 'TIMEOUT', message, retryable: null }
    }
    case 'aborted':
      return { exit: 'TERMINATED', code: 'ABORTED', message: `The caller stopped '${program}'.` }
    case 'signalled': {
      const message = `'${program}' was ended by ${end.signal ?? 'a signal'}.`
      return { exit: exitOfSignal(end.signal), code: 'CRASHED', message, retryable: null }
    }
  }
}

const START_ERRORS = ends as Readonly<Record<string, ProcessFailure>>

function startFailure(reason: string | null, program: string): ProcessFailure {
  const known = START_ERRORS[reason ?? ''] ?? START_ERRORS['other']!
  const words: Readonly<Record<string, string>> = { program, reason: reason ?? 'unknown' }
  return { ...known, message: known.message.replaceAll(/\{(\w+)\}/g, (_, word) => words[word]!) }
}

function exitOfSignal(signal: NodeJS.Signals | null): FailureName | SignalExitName {
  if (signal === 'SIGINT') return 'INTERRUPTED'
  return signal === 'SIGTERM' ? 'TERMINATED' : 'GENERAL_ERROR'
}

export function plainOutput(printed: PrintedEnd) {
  return plainData(printed.capture, {
    stdout: printedText(printed, 'stdout'),
    stderr: printedText(printed, 'stderr'),
    exitCode: exitNumber(printed.end),
    isWhole: !printed.end.stdout.isCut,
  })
}

function textsOf(printed: PrintedEnd): Printed {
  return { stdout: printedText(printed, 'stdout'), stderr: printedText(printed, 'stderr') }
}

export function printedText({ end, capture }: PrintedEnd, stream: 'stdout' | 'stderr'): string {
  const { text, cutOff } = capture.text(stream)
  if (end[stream].isCut || cutOff) return new TextDecoder().decode(end[stream].bytes)
  return text.replace(/^\uFEFF/, '')
}

export function exitNumber(end: ProcessEnd): number {
  if (end.exitCode !== null) return end.exitCode
  if (end.kind === 'not_started') return end.startError === 'ENOENT' ? 127 : 126
  const number = end.signal === null ? undefined : constants.signals[end.signal]
  return 128 + (number ?? constants.signals.SIGTERM)
}
