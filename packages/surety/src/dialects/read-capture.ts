import { isJsonObject, type JsonValue, type ReadOutcome } from '../contract/index.ts'
import { checkValue } from '@surety/internal/json-schema/check-value.ts'
import type {
  Capture,
  DecodeOptions,
  Dialect,
  DocumentProblem,
  EncodedWithLosses,
  EncodeOptions,
  Loss,
} from './dialect.ts'
import { callsItselfFailed } from '../failure-reader/index.ts'
import { OpenCapture } from './read/open-capture.ts'
import { readPlain, withContradiction } from './read/plain-capture.ts'
import { likelyDialect } from './registry/detect.ts'
import { loadDialect } from './registry/load-dialect.ts'
import { roundedNumber, withAllDigits } from '@surety/internal/json/json-digits.ts'
import { isLikeAnError } from './read/bare-error.ts'
import { OF_THE_PROCESS } from './read/read-members.ts'
import { withUnplaced } from './write/losses.ts'
import { encode } from './encode.ts'

interface ReadOptions extends DecodeOptions {
  /** A dialect or its id. Without one, the best candidate by shape is taken, and output that fits none is read as it is. */
  readonly dialect?: string | Dialect
  /**
   * Whether nobody knows how the process ended, as with what a person pipes in. The exit code of the capture does
   * not count then: the document implies one, and contradictions to it are no problems.
   */
  readonly isExitUnknown?: boolean
  /** Reads output of no dialect of a call whose words are known; without it the exit decides. */
  readonly readPlain?: (capture: Capture) => Promise<ReadOutcome>
}

/** An outcome with the dialect that it was read in. */
export interface Decoded {
  /** Null for output of no dialect: its exit code decided, as in a call of an ordinary program. */
  readonly dialect: string | null
  readonly outcome: ReadOutcome
  /** What was read: the given capture, with JSON in place of an answer in another format. */
  readonly capture: Capture
  /** The first number of the answer that has more digits than a number can hold, as it was printed. */
  readonly inexact?: string
}

/** The same, where the dialect was given. */
export type DecodedIn = Decoded & { readonly dialect: string }

/**
 * Reads what a process left behind. Dialects that are also printed as YAML, TOON or Markdown are read in
 * those formats too; their packages are loaded only when such a text turns up. Output of no dialect is read as that of
 * an ordinary program: the exit code decides.
 *
 * @example
 * ```ts
 * import { decode } from 'surety/dialects'
 *
 * const capture = { stdout: '', stderr: '{"ok":false,"error":{"code":"x","message":"y"}}', exit_code: 1 }
 * const { outcome } = await decode(capture, { dialect: 'td' })
 * outcome.ok // false
 * ```
 */
export async function decode(
  given: Capture,
  options: ReadOptions & { readonly dialect: string | Dialect },
): Promise<Decoded & { readonly dialect: string }>
export async function decode(given: Capture, options?: ReadOptions): Promise<Decoded>
export async function decode(given: Capture, options: ReadOptions = {}): Promise<Decoded> {
  const { isExitUnknown = false, readPlain: readKnown } = options
  const capture = isExitUnknown ? withImpliedExit(given) : OpenCapture.of(given)
  const chosen = options.dialect ?? (await likelyDialect(capture))
  if (chosen === undefined) {
    const isKnown = capture.argv !== undefined && !isExitUnknown
    const outcome = isKnown ? await readKnown?.(capture) : undefined
    return { dialect: null, outcome: outcome ?? readPlain(capture, isExitUnknown), capture }
  }
  const dialect = typeof chosen === 'string' ? await loadDialect(chosen) : chosen
  const readable = dialect.toJson ? await dialect.toJson(capture) : capture
  const read = isExitUnknown ? withImpliedExit(readable, dialect) : OpenCapture.of(readable)
  const outcome = dialect.decode(read, options)
  const inexact = inexactNumber(read, outcome)
  return {
    dialect: dialect.id,
    outcome: isExitUnknown ? withoutProcess(outcome) : withContradiction(outcome, read),
    capture: read,
    ...(inexact !== undefined && { inexact }),
  }
}

/** Gives a capture the exit code that its last document implies. */
export function withImpliedExit(given: Capture, dialect?: Dialect): OpenCapture {
  const capture = OpenCapture.of(given)
  const document = lastDocument(capture, 'stdout') ?? lastDocument(capture, 'stderr')
  const implied = document === undefined ? undefined : dialect?.impliedExit?.(document)
  const failed = document !== undefined && (isLikeAnError(document) || callsItselfFailed(document))
  capture.exit_code = implied ?? (failed ? 1 : 0)
  return capture
}

/** Leaves out problems that are about a process which nobody saw. */
function withoutProcess(outcome: ReadOutcome): ReadOutcome {
  const problems = outcome.diagnostics.problems.filter(
    (problem) => !OF_THE_PROCESS.has(problem.split(':', 1)[0]!),
  )
  const diagnostics = { ...outcome.diagnostics, problems, malformed: problems.length > 0 }
  return { ...outcome, diagnostics }
}

function inexactNumber(capture: OpenCapture, outcome: ReadOutcome): string | undefined {
  return roundedNumber(capture.text(outcome.process.stream ?? 'stdout').text, outcome)
}

/**
 * Checks a document against a dialect's JSON Schema and rules, and reports every mistake with a pointer. Pass
 * the exit code of the process if you know it, and `byTable` if no manifest outranks the standard exits. The schema may use all of draft 7 and 2020-12 except `$dynamicRef`,
 * `unevaluated*` and references to other documents.
 *
 * @example
 * ```ts
 * import { loadDialect, validateDocument } from 'surety/dialects'
 *
 * validateDocument(await loadDialect('td'), { ok: true, data: [] })
 * // [{ pointer: '', message: "the member 'type' is missing" }]
 * ```
 */
export function validateDocument(
  dialect: Pick<Dialect, 'schema' | 'rules'>,
  document: JsonValue,
  exitCode?: number,
  byTable = false,
): readonly DocumentProblem[] {
  const byRules = dialect.rules?.(document, exitCode, byTable) ?? []
  // A rule knows the reason where the schema only knows the value.
  const bySchema = checkValue(dialect.schema, document).filter(
    ({ pointer: at, keyword }) =>
      keyword !== 'const' || !byRules.some(({ pointer }) => pointer === at),
  )
  return [...bySchema.map(({ pointer, message }) => ({ pointer, message })), ...byRules]
}

/**
 * Checks a capture: its document against the schema, and the whole as the reader sees it. Pass the capture
 * and the outcome that `decode` returns for answers in YAML, TOON and Markdown.
 *
 * @example
 * ```ts
 * import { loadDialect, validateCapture } from 'surety/dialects'
 *
 * const capture = { stdout: '{"ok":true}', stderr: '', exit_code: 0 }
 * const problems = validateCapture(await loadDialect('spec-1.0'), capture)
 * ```
 */
export function validateCapture(
  dialect: Dialect,
  capture: Capture,
  outcome: ReadOutcome = dialect.decode(capture),
  byTable = false,
  isExitUnknown = false,
): readonly DocumentProblem[] {
  const stream = outcome.process.stream
  const found = stream === null ? undefined : lastDocument(OpenCapture.of(capture), stream)
  const byReader = outcome.diagnostics.problems.map((message) => ({ pointer: '', message }))
  const inDocument =
    found === undefined
      ? []
      : validateDocument(dialect, found, isExitUnknown ? undefined : capture.exit_code, byTable)
  return [...byReader, ...inDocument]
}

/** Returns the last document. An envelope is an object, so a list counts only if there is none. */
function lastDocument(capture: OpenCapture, stream: 'stdout' | 'stderr'): JsonValue | undefined {
  let last: JsonValue | undefined
  capture.scan(stream, (value) => {
    if (isJsonObject(value) || !isJsonObject(last)) last = value
  })
  return last
}

/** A capture in another dialect, the outcome in between, and what was lost. */
export interface Translation {
  readonly encoded: EncodedWithLosses
  readonly outcome: ReadOutcome
  readonly losses: readonly Loss[]
}

/**
 * Translates what a process left behind from one dialect into another: not only names, but also exit
 * numbers, units and the meaning of `retryable`. It reads the formats that `decode` reads.
 *
 * @example
 * ```ts
 * import { translate } from 'surety/dialects'
 *
 * const capture = { stdout: '{"ok":true,"type":"task","data":{"id":1}}', stderr: '', exit_code: 0 }
 * const { encoded, losses } = await translate(capture, 'td', 'spec-1.0')
 * ```
 */
export async function translate(
  source: Capture,
  from: string | Dialect,
  to: string | Dialect,
  options: EncodeOptions & DecodeOptions = {},
): Promise<Translation> {
  const reader = typeof from === 'string' ? await loadDialect(from) : from
  const writer = typeof to === 'string' ? await loadDialect(to) : to
  const capture = OpenCapture.of(reader.toJson ? await reader.toJson(source) : source)
  const outcome = reader.decode(capture, options)
  const encoded = encode(outcome, writer, {
    ...(reader.meaning && { meaning: reader.meaning }),
    ...options,
    losses: true,
  })
  const losses = withUnplaced(outcome, encoded.losses)
  if (inexactNumber(capture, outcome) === undefined) return { encoded, outcome, losses }
  // An outcome holds numbers as JavaScript does; the text keeps their digits.
  const { text } = capture.text(outcome.process.stream ?? 'stdout')
  const stream = encoded.stdout === '' ? 'stderr' : 'stdout'
  const exact = withAllDigits(encoded[stream], text)
  if (exact !== undefined) return { encoded: { ...encoded, [stream]: exact }, outcome, losses }
  const pointer = outcome.data === null ? '/error' : '/data'
  return { encoded, outcome, losses: [...losses, { pointer, kind: 'number', stowed_at: null }] }
}
