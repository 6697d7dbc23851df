import type { JsonValue, Outcome } from '../../contract/index.ts'
import { traitsOf } from '../../dialects/wires.ts'
import { cutToBytes, jsonBytes, textBytes, textWithin } from '../result/paging/cut-size.ts'
import { cutToLimit } from '../result/shape.ts'
import { succeeded } from '../result/data.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import { restCommand } from '../run/reissued-command-line.ts'
import type { Run } from '../run/run-state.ts'
import { answerText, sizeOf } from './answer-text.ts'
import { complete, encode, encoderOf } from './encode-run.ts'
import type { FinishedRun } from './surroundings.ts'

/** Cuts the data, then what surrounds it, measured as it will be written: every format takes another room. */
export async function fitOutput(
  run: Run,
  finished: FinishedRun,
  end: RunEnd,
): Promise<FinishedRun> {
  const encoder = await encoderOf(run)
  const { dialect, tokenLimit, maxBytes: limit } = run.output
  const finish = (outcome: Outcome, facts = finished.facts) => encode(run, outcome, encoder, facts)
  // Such a dialect cuts the text of the whole error.
  const isMeasured = !finished.outcome.ok && traitsOf(dialect).measuresErrors === true
  let fitted = finished
  if (tokenLimit !== null && !isMeasured)
    fitted = finish(await withinTokens(finished.outcome, tokenLimit))
  if (limit === 0 || finished.facts.isUnlimited) return fitted
  let bytes = await bytesOf(run, fitted)
  if (bytes <= limit) return fitted
  let outcome = await keepFailedData(run, fitted.outcome)
  let facts = fitted.facts
  let whole = end.kind === 'data' ? end.whole : undefined
  const bound = async (share: number): Promise<number> => {
    fitted = finish(boundSurroundings(outcome, share), facts)
    return bytesOf(run, fitted)
  }
  bytes = await bound(limit)
  for (let attempt = 1; whole && end.kind === 'data' && bytes > limit; attempt += 1) {
    const taken = jsonBytes(outcome.data)
    // In compact JSON the excess is exact; other formats take a multiple of the room.
    const isExact = run.output.format === 'json' && fitted.encoded.layout === 'compact'
    const room = isExact ? taken - (bytes - limit) : (taken * limit) / bytes
    const budget = Math.max(2, Math.floor(attempt > 3 ? taken / 2 : room) - 8)
    const shaped = await cutToLimit(run, whole, budget)
    whole = budget > 2 ? shaped.whole : undefined
    facts = { ...finished.facts, isReshaped: true }
    outcome = complete(run, succeeded(run, { ...end, ...shaped }))
    bytes = await bound(limit)
  }
  // Smaller surroundings are all that is left, down to the least envelope.
  for (let share = limit / 2; bytes > limit && share >= 16; share /= 2) bytes = await bound(share)
  return fitted
}

async function bytesOf(run: Run, finished: FinishedRun): Promise<number> {
  return sizeOf(await answerText(run, finished))
}

/** Keeps the data of a failure that will be cut: a batch of which one call failed has run all the same. */
async function keepFailedData(run: Run, outcome: Outcome): Promise<Outcome> {
  const { ok, data } = outcome
  if (ok || data === null || jsonBytes(data) <= Math.floor(run.output.maxBytes / 4)) return outcome
  const { keepAnswer, lostRest } = await import('../result/paging/rest.ts')
  const kept = keepAnswer(run, data)
  const isKept = 'key' in kept
  const note = isKept
    ? `The data was cut. All of it: ${restCommand(run, kept.key)}`
    : lostRest(run, kept.why)
  return {
    ...outcome,
    warnings: [note, ...outcome.warnings],
    meta: { ...outcome.meta, ...(isKept && { rest: kept.key }) },
  }
}

/** A code and a message need this much, however few tokens the caller asks for. */
const MIN_TOKENS = 100

/** Cuts error and warnings to a number of estimated tokens; the data has its own window. */
async function withinTokens(outcome: Outcome, tokens: number): Promise<Outcome> {
  const { countTokens } = await import('../result/paging/tokens.ts')
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

/** Members of meta that tell a caller how to go on; they stay unless one is as large as no word of a call can be. */
const NEEDED = new Set(['cursor', 'duration_ms', 'next_offset', 'rest', 'truncated'])

/** A member of meta below this size is left out without a warning, which would be as long. */
const WORTH_A_WARNING = 512

/** Bounds what surrounds the data, and the data of a failure, to about `limit` bytes; a warning says what was cut. */
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
const CUTTABLE =
  /^(?:code|message|detail|suggestion|fix_required|operation|target|details|field_errors)$/

function boundError<Error extends object>(error: Error, quarter: number, cuts: string[]): Error {
  const half = Math.floor(quarter / 2)
  const rooms: Readonly<Record<string, number>> = {
    details: quarter,
    // No caller can know a code of this size; a shorter one is never cut.
    code: Math.max(half, 256),
  }
  const kept: [string, JsonValue][] = []
  for (const [name, value] of Object.entries(error) as [string, JsonValue][]) {
    const room = CUTTABLE.test(name) ? (rooms[name] ?? half) : Number.POSITIVE_INFINITY
    // Half of a command line must not be run.
    if (name === 'fix_command' && jsonBytes(value) > half) cuts.push(`error.${name}`)
    else kept.push([name, boundValue(value, room, `error.${name}`, cuts)])
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
    .map(([name, value]) => ({ name, bytes: jsonBytes(value) }))
    .filter(({ name, bytes }) => !NEEDED.has(name) || bytes > quarter)
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
