import { isJsonObject, type JsonValue, type Outcome } from '../../contract/index.ts'
import { type EncodedDocument, type Encoder, traitsOf } from '../../dialects/index.ts'
import { loadFormat } from '../../formats/index.ts'
import {
  cleanShownText,
  complete,
  encode,
  encoderOf,
  type FinishedRun,
  toJsonLine,
} from './finish.ts'
import { invocationOf } from '../run/reissued-command-line.ts'
import type { Run } from '../run/run-state.ts'
import { visibleAtTerminal, writeWarnings } from './write.ts'
import { cutToBytes, jsonBytes, textBytes, textWithin } from '../result/paging/cut-size.ts'
import { countTokens } from '../result/paging/tokens.ts'
import { toOutcome } from '../result/to-outcome.ts'
import type { RunEnd } from '../run/ending/run-end.ts'

/** Renders an answer for programs; null if there is nothing to print, or if it is for people. */
export async function answerText(
  run: Run,
  { outcome, encoded }: FinishedRun,
): Promise<string | null> {
  const { format } = run.output
  if (format === 'human') return null
  const isRecord = run.meta['stream'] !== undefined
  if (format === 'json' || isRecord) {
    if (encoded.document === undefined) return null
    return toJsonLine(isRecord ? { ...encoded, layout: 'compact' } : encoded)
  }
  const { plainFailure } = run.cli.declaration.output ?? {}
  if (format === 'plain' && !outcome.ok && plainFailure) return plainFailure(outcome.error)
  const value = showsEnvelope(run) ? encoded.document : compactBody(outcome, encoded)
  if (value === undefined) return null
  const text = visibleAtTerminal(
    run,
    encoded.stream,
    await (await loadFormat(format)).render(value),
  )
  // An empty list has no lines; an empty text is one.
  return text === '' && typeof value !== 'string' ? null : text
}

/** Tests whether the text holds the whole envelope, with warnings and meta. */
export function showsEnvelope(run: Run): boolean {
  const { isFull, dialect, format } = run.output
  return format === 'json' || isFull || traitsOf(dialect).hasEnvelope === false
}

/** Returns only the data, or only the error as the dialect writes it, with its data if it has any. */
function compactBody(outcome: Outcome, encoded: EncodedDocument): JsonValue | undefined {
  if (outcome.ok) return outcome.data
  const { document } = encoded
  if (!isJsonObject(document) || !isJsonObject(document['error'])) return document
  const { error } = document
  return outcome.data === null ? error : { ...error, data: outcome.data }
}

/** Writes warnings and a note about a cut answer to stderr if the dialect has no member for them. */
export function warnOfLosses(run: Run, { outcome, encoded: { losses } }: FinishedRun): void {
  if (run.output.format === 'human' || !showsEnvelope(run)) return
  const isDropped = (pointer: string) =>
    losses.some((loss) => loss.pointer === pointer && loss.stowed_at === null)
  const warnings = isDropped('/warnings') ? [...outcome.warnings] : []
  if (isDropped('/meta/truncated')) warnings.push(...cutNotes(run, outcome))
  void writeWarnings(run, warnings)
}

/** Says that an answer is only a part, in a format without room for it. */
export function cutNotes(run: Run, { data, meta }: Outcome): readonly string[] {
  if (meta.truncated !== true) return []
  const { pagination: page, truncation_hint: hint, cursor } = meta
  const [returned, total] = isJsonObject(page)
    ? [page['returned'], page['total']]
    : [
        meta['returned_count'] ?? (Array.isArray(data) ? data.length : undefined),
        meta['total_count'] ?? meta['total'],
      ]
  const counts = typeof returned === 'number' ? ` to ${returned}` : ''
  const of = counts !== '' && typeof total === 'number' ? ` of ${total}` : ''
  const next =
    typeof hint === 'string'
      ? hint
      : typeof cursor === 'string'
        ? `${cleanShownText(run, invocationOf(run))} --cursor ${cursor}`
        : null
  return [`The answer was cut${counts}${of}.${next === null ? '' : ` Continue with: ${next}`}`]
}

/** The attempts to find the amount of data that fits; the first or second one nearly always does. */
const MAX_ATTEMPTS = 12

/**
 * Makes a finished answer fit into the limits of bytes and tokens: first what surrounds the data, then the
 * data. Measures the text that will be written, because every format takes another room.
 */
export async function fitOutput(
  run: Run,
  finished: FinishedRun,
  end: RunEnd,
): Promise<FinishedRun> {
  const encoder = await encoderOf(run)
  const { dialect, tokenLimit } = run.output
  // Such a dialect cuts the text of the whole error.
  const isMeasured = !finished.outcome.ok && traitsOf(dialect).measuresErrors === true
  const outcome =
    tokenLimit === null || isMeasured
      ? finished.outcome
      : await withinTokens(finished.outcome, tokenLimit)
  const shown = outcome === finished.outcome ? finished : encode(run, outcome, encoder)
  const { maxBytes: limit } = run.output
  if (limit === 0 || run.answer.isUnlimited) return shown
  const bytes = await sizeOf(run, shown)
  return bytes <= limit ? shown : fitBytes(run, shown, { limit, bytes, encoder, end })
}

interface Excess {
  readonly limit: number
  readonly bytes: number
  readonly encoder: Encoder
  readonly end: RunEnd
}

async function fitBytes(run: Run, finished: FinishedRun, excess: Excess): Promise<FinishedRun> {
  const { limit, encoder, end } = excess
  const bound = (outcome: Outcome, share = limit): FinishedRun =>
    encode(run, boundSurroundings(outcome, share), encoder)
  let { outcome } = finished
  let fitted = bound(outcome)
  let bytes = await sizeOf(run, fitted)
  let budget = limit
  for (let attempt = 1; bytes > limit && attempt <= MAX_ATTEMPTS; attempt += 1) {
    if (end.kind !== 'data' || run.answer.recut === null) break
    // In compact JSON the excess is exact; other formats take a multiple of the room.
    const isExact = run.output.format === 'json' && fitted.encoded.layout === 'compact'
    const next = isExact && attempt < 4 ? budget - (bytes - limit) : (budget * limit) / bytes
    budget = Math.floor(attempt > 6 ? Math.min(next, budget / 2) : next) - 8
    const data = run.answer.recut(Math.max(2, budget))
    outcome = complete(run, toOutcome(run, { ...end, data }))
    fitted = bound(outcome)
    bytes = await sizeOf(run, fitted)
    if (budget <= 2) break
  }
  // Smaller surroundings are all that is left, down to the least envelope.
  for (let share = limit / 2; bytes > limit && share >= 16; share /= 2) {
    fitted = bound(outcome, share)
    bytes = await sizeOf(run, fitted)
  }
  return fitted
}

async function sizeOf(run: Run, finished: FinishedRun): Promise<number> {
  const text = await answerText(run, finished)
  return text === null ? 0 : Buffer.byteLength(text, 'utf8') + 1
}

/** A code and a message need this much, however few tokens the caller asks for. */
const MIN_TOKENS = 100

/** Cuts error and warnings to a number of estimated tokens; the data has its own window. */
async function withinTokens(outcome: Outcome, tokens: number): Promise<Outcome> {
  const limit = Math.max(MIN_TOKENS, tokens)
  const count = ({ error, warnings, ok, data }: Outcome) =>
    countTokens(JSON.stringify([error, warnings, ok ? null : data] as JsonValue))
  let bounded = outcome
  // An estimated token has about four bytes, and half of them surround the quarters.
  for (let share = limit * 8; share >= 16 && (await count(bounded)) > limit; share /= 2) {
    bounded = { ...boundSurroundings(outcome, share), meta: outcome.meta }
  }
  return bounded
}

/** Members of meta that tell a caller how to go on; they are small and always stay. */
const NEEDED = new Set(['cursor', 'duration_ms', 'next_offset', 'truncated'])

/** A member of meta below this size is left out without a warning, which would be as long. */
const WORTH_A_WARNING = 512

/**
 * Bounds what surrounds the data, and the data of a failure, to about `limit` bytes. Lists and objects are
 * cut between items and members, texts for people between characters. Adds a warning for each cut.
 */
function boundSurroundings(outcome: Outcome, limit: number): Outcome {
  const quarter = Math.floor(limit / 4)
  const cuts: string[] = []
  const error = outcome.error && boundError(outcome.error, quarter, cuts)
  const data = outcome.ok ? outcome.data : boundValue(outcome.data, quarter, 'data', cuts)
  const meta = boundMeta(outcome.meta, quarter, cuts)
  const warnings = boundWarnings(outcome.warnings, quarter)
  const isCut = cuts.length > 0
  return {
    ...outcome,
    data,
    error,
    warnings: isCut ? [...warnings, `Cut to fit the limit: ${cuts.join(', ')}.`] : warnings,
    meta: isCut ? { ...meta, truncated: true } : meta,
  } as Outcome
}

/** Members of an error that may be cut; callers branch on the others. */
const CUTTABLE = new Set([
  'message',
  'detail',
  'suggestion',
  'fix_required',
  'operation',
  'target',
  'details',
  'field_errors',
])

function boundError<Error extends object>(error: Error, quarter: number, cuts: string[]): Error {
  const kept: [string, JsonValue][] = []
  for (const [name, value] of Object.entries(error) as [string, JsonValue][]) {
    const room = name === 'details' ? quarter : Math.floor(quarter / 2)
    if (CUTTABLE.has(name)) kept.push([name, boundValue(value, room, `error.${name}`, cuts)])
    // Half of a command line must not be run.
    else if (name === 'fix_command' && jsonBytes(value) > room) cuts.push(`error.${name}`)
    else kept.push([name, value])
  }
  return Object.fromEntries(kept) as unknown as Error
}

function boundValue(value: JsonValue, room: number, name: string, cuts: string[]): JsonValue {
  if (jsonBytes(value) <= room) return value
  cuts.push(name)
  return typeof value === 'string' ? shortened(value, room) : cutToBytes(value, room).data
}

function boundMeta(meta: Outcome['meta'], quarter: number, cuts: string[]): Outcome['meta'] {
  let excess = jsonBytes(meta as JsonValue) - quarter
  if (excess <= 0) return meta
  const bySize = (Object.entries(meta) as [string, JsonValue][])
    .filter(([name]) => !NEEDED.has(name))
    .map(([name, value]) => ({ name, bytes: jsonBytes(value) }))
    .toSorted((a, b) => b.bytes - a.bytes)
  const dropped = new Set<string>()
  for (const { name, bytes } of bySize) {
    if (excess <= 0) break
    dropped.add(name)
    excess -= bytes + name.length
    if (bytes > WORTH_A_WARNING) cuts.push(`meta.${name}`)
  }
  return Object.fromEntries(Object.entries(meta).filter(([name]) => !dropped.has(name)))
}

function boundWarnings(warnings: readonly string[], quarter: number): readonly string[] {
  const kept: string[] = []
  let bytes = 0
  for (const warning of warnings) {
    bytes += textBytes(warning) + 1
    if (bytes > quarter) break
    kept.push(warning)
  }
  if (kept.length === warnings.length) return warnings
  if (kept.length === 0) kept.push(shortened(warnings[0]!, quarter))
  const left = warnings.length - kept.length
  return left === 0 ? kept : [...kept, `${left} more warnings were left out.`]
}

function shortened(text: string, room: number): string {
  return `${textWithin(text, Math.max(16, room - 3))}…`
}
