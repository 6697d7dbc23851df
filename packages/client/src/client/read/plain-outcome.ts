import { constants } from 'node:os'

import {
  fail,
  succeed,
  type FailureName,
  type JsonObject,
  type ReadOutcome,
  type SignalExitName,
} from 'surety/unstable/contract'
import { plainData, type OpenCapture } from 'surety/unstable/dialects'
import { decisiveLine } from '@surety/internal/decisive-line.ts'
import { given } from '@surety/internal/given.ts'
import type { ProcessEnd } from '@surety/internal/process/process-request.ts'
import ends from './process-ends.json' with { type: 'json' }

export interface KnownProgram {
  readonly reads: boolean
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
      readonly detail?: string
      readonly suggestion?: string
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
  const { data, ...said } = plainOutput(printed)
  const known = hasExited ? await knownEnd(printed, facts) : undefined
  const isUnfed = hasExited && facts.isInputEmpty === true
  const warnings = [...said.warnings, ...(isUnfed ? [NO_INPUT] : []), ...(known?.warnings ?? [])]
  const surroundings = {
    // What a process printed before its end often says why it ended.
    ...(hasStarted && { data, warnings }),
    meta: {
      ...(hasStarted && { wrapped: true }),
      ...(hasExited && { duration_ms: Math.round(end.durationMs) }),
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
  const failure =
    known?.exit === undefined
      ? failureOf(end, facts)
      : asFailure(known, printed, facts.argv[0] ?? '')
  const { exit, code, message, suggestion, retryable = false } = failure
  // A read that met a passing trouble is the one call that may be repeated without a thought.
  const isPassing = facts.program?.reads === true && PASSING.has(exit)
  // An exit is explained by what was printed; of a stop, the end of it may say where it was.
  // JSON has no line of its own; a program that fails with it says in it why.
  const text = typeof data.stdout === 'string' ? data.stdout : ''
  const isUnknown = hasExited && known?.exit === undefined
  const why = isUnknown ? decisiveLine(text, data.stderr) : undefined
  const detail = hasExited
    ? failure.detail
    : data.stderr.trim().split('\n').slice(-10).join('\n').slice(-2000)
  return fail({
    exit,
    ...surroundings,
    error: {
      code,
      message: why ?? message,
      retryable: isPassing || retryable,
      synthesised: true,
      ...given({ suggestion, detail: detail || undefined }),
      ...((!hasStarted || failure.unchanged === true) && { phase: 'validation' as const }),
      ...(end.signal !== null && { details: { signal: end.signal } }),
    },
  }) as ReadOutcome
}

async function knownEnd(printed: PrintedEnd, { program }: ProcessFacts) {
  const exit = exitNumber(printed.end)
  // An exit of 0 says all of most programs.
  if (program === undefined || (exit === 0 && program.mayHide !== true)) return undefined
  const stdout = printedText(printed, 'stdout')
  return program.understand(exit, { stdout, stderr: printedText(printed, 'stderr') })
}

function asFailure(
  known: KnownEnd & { exit: FailureName },
  printed: PrintedEnd,
  program: string,
): ProcessFailure {
  const [stdout, stderr] = [printedText(printed, 'stdout'), printedText(printed, 'stderr')]
  const exit = exitNumber(printed.end)
  const message =
    known.message ?? decisiveLine(stdout, stderr) ?? `'${program}' ended with exit code ${exit}.`
  return { ...known, message, retryable: false }
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

/** Exit numbers with a common meaning; their side effects are unknown. */
const EXIT_NAMES: Readonly<Record<number, string>> = ends.exit_names

function failureOf(end: ProcessEnd, facts: ProcessFacts): ProcessFailure {
  const program = facts.argv[0] ?? ''
  const number = exitNumber(end)
  switch (end.kind) {
    case 'exited': {
      const message = `'${program}' ended with exit code ${number}.`
      const code = EXIT_NAMES[number] ?? 'EXIT_STATUS'
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

const START_ERRORS = ends.start_errors as Readonly<Record<string, ProcessFailure>>

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
