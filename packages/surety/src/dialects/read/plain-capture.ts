import { fail, succeed, type JsonValue, type ReadOutcome } from '../../contract/index.ts'
import { decisiveLine } from '@surety/internal/decisive-line.ts'
import { findInexactness } from '@surety/internal/json/json-exactness.ts'
import { isDeeperThan } from '@surety/internal/json/json-values.ts'
import { selfContradiction, whatItSays } from './contradiction.ts'
import type { OpenCapture } from './open-capture.ts'

/**
 * Reads output of no dialect, as every ordinary program prints it: the exit code decides, both streams are the data, and
 * output that calls itself a failure beside exit 0 is warned of. Where nobody knows the exit, nothing counts as a success.
 */
export function readPlain(capture: OpenCapture, isExitUnknown: boolean): ReadOutcome {
  const texts = { stdout: textOf(capture, 'stdout'), stderr: textOf(capture, 'stderr') }
  // What is no success has no exit 0.
  const exit = isExitUnknown ? 1 : capture.exit_code
  const exitCode = isExitUnknown ? null : exit
  const { data, warnings } = plainData(capture, { ...texts, exitCode, isWhole: true })
  const surroundings = {
    process: { exit_code: exit, stream: 'stdout' as const },
    diagnostics: { malformed: false, problems: [], other_documents: [] },
  }
  if (exit === 0) {
    const doubt = selfContradiction(capture)
    const told = doubt === undefined ? warnings : [...warnings, doubt]
    return succeed({ ...surroundings, data, warnings: told }) as ReadOutcome
  }
  const error = isExitUnknown
    ? { code: 'EXIT_UNKNOWN', message: withoutExit(capture) }
    : { code: 'EXIT_STATUS', message: whyItFailed(data, exit) }
  return fail({
    ...surroundings,
    exit: 'GENERAL_ERROR',
    data,
    warnings,
    error: { ...error, retryable: null, synthesised: true },
  }) as ReadOutcome
}

function withoutExit(capture: OpenCapture): string {
  return whatItSays(capture) === undefined
    ? 'The exit code is unknown, and the output does not say how it ended.'
    : 'The exit code is unknown, and the output calls itself a failure.'
}

function whyItFailed({ stdout, stderr }: PlainData, exit: number): string {
  // JSON has no line of its own.
  const line = decisiveLine(typeof stdout === 'string' ? stdout : '', stderr)
  if (line !== undefined) return line
  return Number.isNaN(exit)
    ? 'The program ended without an exit code.'
    : `The program ended with exit code ${exit}.`
}

function textOf(capture: OpenCapture, stream: 'stdout' | 'stderr'): string {
  return capture.text(stream).text.replace(/^\uFEFF/, '')
}

interface PlainStreams {
  readonly stdout: string
  readonly stderr: string
  /** Null if nobody knows it. */
  readonly exitCode: number | null
  /** Whether the standard output was kept from its start. */
  readonly isWhole: boolean
}

interface PlainData {
  readonly stdout: JsonValue
  readonly stderr: string
  readonly exit_code: number | null
}

/** The data of output of no dialect: JSON as what it is, if that keeps all of it, else the text. */
export function plainData(
  capture: OpenCapture,
  { stdout: text, stderr, exitCode, isWhole }: PlainStreams,
) {
  const replaced = (['stdout', 'stderr'] as const)
    .filter((stream) => capture.text(stream).invalidUtf8)
    .map((stream) => `${stream} is not UTF-8 throughout; U+FFFD stands for the bytes that are not.`)
  const data = { stderr, exit_code: exitCode }
  const whole = isWhole ? capture.whole('stdout') : undefined
  // A bare `null` or `42` is text; only arrays and objects count as JSON.
  if (whole === undefined || (mayBeTooDeep(text.length) && isTooDeep(whole.value))) {
    return { data: { stdout: text, ...data }, warnings: replaced }
  }
  const warning = inexactnessWarning(whole.text, whole.value)
  if (warning === undefined) return { data: { stdout: whole.value, ...data }, warnings: replaced }
  const warnings = [...replaced, `${warning}, so stdout is kept as text.`]
  return { data: { stdout: text, ...data }, warnings }
}

export function inexactnessWarning(text: string, value: unknown): string | undefined {
  const found = findInexactness(text, value)
  if (found === undefined) return undefined
  return found.kind === 'number'
    ? `JSON numbers cannot hold ${found.text.slice(0, 60)} exactly`
    : 'The output has a member twice'
}

/** Deeper values can be parsed but not written again: JSON.stringify is recursive. */
export const MAX_LEVELS = 1000

export function isTooDeep(value: unknown): boolean {
  return isDeeperThan(MAX_LEVELS + 1, value)
}

export function mayBeTooDeep(bytes: number): boolean {
  return bytes > MAX_LEVELS * 2
}
