import type { JsonValue, ReadOutcome } from '../../contract/index.ts'
import type { Dialect, Encoder } from '../dialect.ts'
import { withUnplaced, type Loss, type StowMode } from '../write/loss-ledger.ts'
import { holdsInexactNumber } from '../../internal/json/json-exactness.ts'
import { OpenCapture } from '../read/open-capture.ts'
import { claimsFailure } from '../read/read-members.ts'
import { lineError, type LineError } from './line-error.ts'
import { cutPayload, writeWithPayload } from './payload-text.ts'

export type LineResult =
  | {
      readonly ok: true
      readonly text: string
      /** What the line says, whatever its dialect. */
      readonly outcome: ReadOutcome
      /** The stream and exit number of a process in the target dialect. */
      readonly stream: 'stdout' | 'stderr'
      readonly exit_code: number
      readonly losses: readonly Loss[]
      /** Codes of problems that did not prevent reading. */
      readonly problems: readonly string[]
    }
  | { readonly ok: false; readonly error: LineError }

export interface LineTranslator {
  translate(line: string): LineResult
}

/**
 * Makes a translator of single lines, which goes through the outcome. The text of the payload is
 * copied as it was written: spacing, spelling of numbers, escapes, order and repetition of members stay,
 * and nothing is rounded. If a dialect demands a time and a line has none,
 * all lines get the time when the translator was made.
 */
export function createLineTranslator(
  from: Dialect,
  to: Encoder,
  now: () => Date = () => new Date(),
  stow: StowMode = 'plain',
): LineTranslator {
  const time = now()
  const options = {
    stow,
    now: () => time,
    ...(from.meaning && { meaning: from.meaning }),
  } as const
  return {
    translate(line) {
      const capture = new OpenCapture({ stdout: line, stderr: '', exit_code: 0 })
      let read = line.startsWith('\uFEFF') ? undefined : capture.whole('stdout')?.value
      // Readers accept noise around an envelope, but a line must be exactly one document.
      try {
        read ??= JSON.parse(line) as JsonValue
      } catch (cause) {
        return {
          ok: false,
          error: lineError('INVALID_JSON', (cause as Error).message.slice(0, 200)),
        }
      }
      if (from.impliedExit) capture.exit_code = from.impliedExit(read)
      const outcome = from.decode(capture)
      if (isMissing(outcome)) {
        return {
          ok: false,
          error: lineError('WRONG_DIALECT', `The line is not a document of ${from.id}.`),
        }
      }
      const { document, stream, exit_code, losses } = to.toDocument(outcome, options)
      const payload = cutPayload(line, capture, read, outcome.data)
      const moved = payload && writeWithPayload(document, outcome.data, payload.text)
      const rewritten = moved === undefined ? [line] : payload!.rest
      const problems = [...problemsOf(outcome, from)]
      if (rewritten.some(holdsInexactNumber)) problems.push('number_inexact')
      if (!outcome.ok && isByContent(from)) problems.push('exit_unknown')
      if (outcome.ok && claimsFailure(read)) problems.push('failure_claimed')
      return {
        ok: true,
        text: moved ?? JSON.stringify(document ?? null),
        outcome,
        stream,
        exit_code,
        losses: withUnplaced(outcome, losses),
        problems,
      }
    },
  }
}

/** Problems of a process. A line of a log has neither an exit number nor a second stream. */
const OF_THE_PROCESS: ReadonlySet<string> = new Set([
  'ok_contradicts_exit',
  'type_contradicts_exit',
  'body_contradicts_exit',
  'error_contradicts_exit',
  'exit_contradicts',
  'exit_outside_contract',
  'wrong_stream',
])

function problemsOf({ diagnostics }: ReadOutcome, from: Dialect): readonly string[] {
  if (diagnostics.problems.length === 0) return NONE
  const codes = new Set(diagnostics.problems.map((problem) => problem.split(':', 1)[0]!))
  // A document that is read with its implied exit number can really contradict it.
  if (!from.impliedExit) for (const code of OF_THE_PROCESS) codes.delete(code)
  return [...codes]
}

/** Tests for a dialect in which only the exit code marks an error, so that a line has to be judged by its content. */
function isByContent(from: Dialect): boolean {
  return 'impliedExit' in from && from.generation === undefined
}

const NONE: readonly string[] = []

function isMissing({ ok, process, diagnostics }: ReadOutcome): boolean {
  if (ok || process.stream !== null) return false
  return diagnostics.problems.some((problem) => problem.startsWith('envelope_missing'))
}

/** Problems that only lines have. A payload is not parsed, so no number in it is changed. */
export const LINE_PROBLEMS: Readonly<Record<string, string>> = {
  number_inexact: 'a number outside the payload is not what a double can hold',
  failure_claimed: 'a success whose payload has an ok or success that is false',
  exit_unknown: 'a line has no exit code, and only its members mark the error',
}
