import { constants } from 'node:os'

import { fail, succeed, type JsonValue, type ReadOutcome } from '../../contract/index.ts'
import type { OpenCapture } from '../../dialects/index.ts'
import { isDeeperThan } from '../../internal/json/json-members.ts'
import { findInexactness } from '../../internal/json/json-exactness.ts'
import type { ProcessEnd } from '../../internal/process/process-request.ts'
import { CLIENT_CODES } from '../client-codes.ts'

/** The end of a process with what it printed, decoded once. */
export interface PrintedEnd {
  readonly end: ProcessEnd
  /** Of a stream whose start was dropped, only the last line. */
  readonly capture: OpenCapture
}

/** What a process printed, as data, and how that differs from the bytes. */
export interface PlainOutput {
  readonly data: {
    readonly stdout: JsonValue
    readonly stderr: string
    readonly exit_code: number
  }
  readonly warnings: readonly string[]
}

/**
 * Wraps a program without a dialect: its exit code decides, stdout (parsed if it is JSON) and stderr
 * become the data, and `meta.wrapped` is true.
 */
export function wrapPlain(printed: PrintedEnd, program: string): ReadOutcome {
  const { end } = printed
  const number = exitNumber(end)
  const { data, warnings } = plainOutput(printed)
  const surroundings = {
    warnings,
    meta: {
      wrapped: true,
      duration_ms: Math.round(end.durationMs),
      ...((end.stdout.isCut || end.stderr.isCut) && { truncated: true }),
    },
    process: { exit_code: number, stream: 'stdout' as const },
    diagnostics: { malformed: false, problems: [], other_documents: [] },
  }
  if (number === 0) return succeed({ data, ...surroundings }) as ReadOutcome
  const detail = lastLines(data.stderr)
  return fail({
    exit: 'GENERAL_ERROR',
    data,
    error: {
      code: NAMES[number] ?? CLIENT_CODES.EXIT_STATUS,
      message: `'${program}' ended with exit code ${number}.`,
      retryable: null,
      synthesised: true,
      ...(detail !== '' && { detail }),
    },
    ...surroundings,
  }) as ReadOutcome
}

/** Exit numbers with a common meaning; their side effects are unknown. */
const NAMES: { readonly [number: number]: string | undefined } = {
  64: 'EX_USAGE',
  65: 'EX_DATAERR',
  66: 'EX_NOINPUT',
  67: 'EX_NOUSER',
  68: 'EX_NOHOST',
  69: 'EX_UNAVAILABLE',
  70: 'EX_SOFTWARE',
  71: 'EX_OSERR',
  72: 'EX_OSFILE',
  73: 'EX_CANTCREAT',
  74: 'EX_IOERR',
  75: 'EX_TEMPFAIL',
  76: 'EX_PROTOCOL',
  77: 'EX_NOPERM',
  78: 'EX_CONFIG',
  126: 'NOT_EXECUTABLE',
  127: 'COMMAND_NOT_FOUND',
}

/** Puts what a process printed into data. Standard output is parsed if it is JSON that survives parsing. */
export function plainOutput(printed: PrintedEnd): PlainOutput {
  const text = printedText(printed, 'stdout')
  const data = { stderr: printedText(printed, 'stderr'), exit_code: exitNumber(printed.end) }
  const whole = printed.end.stdout.isCut ? undefined : printed.capture.whole('stdout')
  // A bare `null` or `42` is text; only arrays and objects count as JSON.
  if (whole === undefined || (mayBeTooDeep(text.length) && isTooDeep(whole.value))) {
    return { data: { stdout: text, ...data }, warnings: [] }
  }
  const warning = inexactnessWarning(whole.text, whole.value)
  return warning === undefined
    ? { data: { stdout: whole.value, ...data }, warnings: [] }
    : {
        data: { stdout: text, ...data },
        warnings: [`${warning}, so stdout is kept as text.`],
      }
}

/** Returns all that was printed to a stream; invalid UTF-8 becomes replacement characters. */
export function printedText({ end, capture }: PrintedEnd, stream: 'stdout' | 'stderr'): string {
  const { text, cutOff } = capture.text(stream)
  if (end[stream].isCut || cutOff) return new TextDecoder().decode(end[stream].bytes)
  return text.replace(/^\uFEFF/, '')
}

/** Returns the end of what was printed to stderr, where a failing program says why. */
export function lastLines(text: string): string {
  return text.trim().split('\n').slice(-10).join('\n').slice(-2000)
}

/** Says in a warning what parsing a text would change; undefined if nothing. */
export function inexactnessWarning(text: string, value: unknown): string | undefined {
  const found = findInexactness(text, value)
  if (found === undefined) return undefined
  return found.kind === 'number'
    ? `JSON numbers cannot hold ${found.text.slice(0, 60)} exactly`
    : 'The output has a member twice'
}

/** Returns the exit number that a shell would report. */
export function exitNumber(end: ProcessEnd): number {
  if (end.exitCode !== null) return end.exitCode
  if (end.kind === 'not_started') return end.startError === 'ENOENT' ? 127 : 126
  const number = end.signal === null ? undefined : constants.signals[end.signal]
  return 128 + (number ?? constants.signals.SIGTERM)
}

/** Deeper values can be parsed but not written again: JSON.stringify is recursive. */
export const MAX_LEVELS = 1000

/** Tests whether a value is nested too deeply to be passed on. */
export function isTooDeep(value: unknown): boolean {
  return isDeeperThan(MAX_LEVELS + 1, value)
}

/** Tests whether a text of so many bytes can be nested too deeply. */
export function mayBeTooDeep(bytes: number): boolean {
  return bytes > MAX_LEVELS * 2
}
