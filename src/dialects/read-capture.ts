import { isJsonObject, type JsonValue, type ReadOutcome } from '../contract/index.ts'
import { checkValue } from '../internal/json-schema/check-value.ts'
import type {
  Capture,
  DecodeOptions,
  Dialect,
  DocumentProblem,
  EncodedWithLosses,
  EncodeOptions,
  Loss,
} from './dialect.ts'
import { OpenCapture } from './read/open-capture.ts'
import { detectRendered } from './registry/detect.ts'
import { loadDialect } from './registry/registry.ts'
import { DEFAULT_DIALECT } from './registry/built-in.ts'
import { withUnplaced } from './write/losses.ts'
import { encode } from './encode.ts'

export interface ReadOptions extends DecodeOptions {
  /** A dialect or its id. Without one, the best candidate by shape is taken. */
  readonly dialect?: string | Dialect
}

/** An outcome with the dialect that it was read in. */
export interface Decoded {
  readonly dialect: string
  readonly outcome: ReadOutcome
  /** What was read: the given capture, with JSON in place of an answer in another format. */
  readonly capture: Capture
}

/**
 * Reads what a process left behind. Dialects that are also printed as YAML, TOON or Markdown are read in
 * those formats too; their packages are loaded only when such a text turns up.
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
export async function decode(given: Capture, options: ReadOptions = {}): Promise<Decoded> {
  const capture = OpenCapture.of(given)
  const chosen =
    options.dialect ?? (await detectRendered(capture)).candidates[0]?.dialect ?? DEFAULT_DIALECT
  const dialect = typeof chosen === 'string' ? await loadDialect(chosen) : chosen
  const readable = dialect.toJson ? await dialect.toJson(capture) : capture
  return { dialect: dialect.id, outcome: dialect.decode(readable, options), capture: readable }
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
): readonly DocumentProblem[] {
  const stream = outcome.process.stream
  const found = stream === null ? undefined : lastDocument(OpenCapture.of(capture), stream)
  const byReader = outcome.diagnostics.problems.map((message) => ({ pointer: '', message }))
  const inDocument =
    found === undefined ? [] : validateDocument(dialect, found, capture.exit_code, byTable)
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
 * numbers, units and the meaning of `retryable`.
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
  const outcome = reader.decode(source, options)
  const encoded = encode(outcome, writer, {
    ...(reader.meaning && { meaning: reader.meaning }),
    ...options,
    losses: true,
  })
  return { encoded, outcome, losses: withUnplaced(outcome, encoded.losses) }
}
