import { fail, succeed, type ReadOutcome } from '../../contract/index.ts'
import { denialBeside0, plainError } from '../../failure-reader/index.ts'
import { findInexactness } from '@surety/internal/json/json-exactness.ts'
import { isDeeperThan } from '@surety/internal/json/json-depth.ts'
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
    const told = [...warnings, ...warningBeside0(capture)]
    return succeed({ ...surroundings, data, warnings: told }) as ReadOutcome
  }
  const { code, message, problems, toolSays } = plainError(texts, exit)
  return fail({
    ...surroundings,
    exit: 'GENERAL_ERROR',
    data,
    warnings: [...warnings, ...problems],
    ...(toolSays && { meta: { tool_says: toolSays } }),
    error: {
      ...(isExitUnknown ? { code: 'EXIT_UNKNOWN', message: EXIT_UNKNOWN } : { code, message }),
      category: 'GENERAL_ERROR',
      retryable: null,
      synthesised: true,
    },
  }) as ReadOutcome
}

const EXIT_UNKNOWN = 'The exit code is unknown, so nobody knows whether it failed.'

/** Words that something calls itself a failure, although its process ended with 0. */
export function contradiction(subject: string, said: string): string {
  const which = said === '' ? '' : ` (${said})`
  return `${subject} calls itself a failure${which}, but the exit code 0 says success.`
}

/** Adds a warning to a success whose payload claims a failure that its dialect does not read. */
export function withContradiction(outcome: ReadOutcome, capture: OpenCapture): ReadOutcome {
  if (!outcome.ok || outcome.diagnostics.malformed) return outcome
  const more = warningBeside0(capture, 'The answer')
  return more.length === 0 ? outcome : { ...outcome, warnings: [...outcome.warnings, ...more] }
}

/** Warns of output that calls itself a failure, or breaks off, although its process ended with 0. */
export function warningBeside0(capture: OpenCapture, subject = 'The output'): readonly string[] {
  const { text, cutOff } = capture.text('stdout')
  const denial = denialBeside0({ stdout: text, stderr: capture.text('stderr').text })
  if (denial !== undefined) return [contradiction(subject, denial)]
  // Logs may begin with a bracket too.
  if (cutOff || !BEGINS.test(text) || capture.whole('stdout')) return []
  const isCut = capture.scan('stdout', () => {}).cut
  return isCut ? ['The output ends inside a JSON document, but the exit code 0 says success.'] : []
}

const BEGINS = /^\s*(?:\{\s*"|\[[\s[]*["{])/

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
