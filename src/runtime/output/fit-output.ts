import type { JsonValue, Outcome } from '../../contract/index.ts'
import { traitsOf, type Encoder } from '../../dialects/index.ts'
import { maxOutputBytes } from '../result/shape-data.ts'
import { countTokens } from '../result/paging/tokens.ts'
import { toOutcome } from '../result/to-outcome.ts'
import { encoderOf } from '../run/ending/encode-outcome.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import type { Run } from '../run/run-state.ts'
import { boundSurroundings } from './bound-surroundings.ts'
import { complete, encode, type FinishedRun } from './finish.ts'
import { answerText } from './answer-text.ts'

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
  const limit = maxOutputBytes(run)
  if (limit === 0 || run.isWhole) return shown
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
    if (end.kind !== 'data' || run.recut === null) break
    // In compact JSON the excess is exact; other formats take a multiple of the room.
    const isExact = run.output.format === 'json' && fitted.encoded.layout === 'compact'
    const next = isExact && attempt < 4 ? budget - (bytes - limit) : (budget * limit) / bytes
    budget = Math.floor(attempt > 6 ? Math.min(next, budget / 2) : next) - 8
    const data = run.recut(Math.max(2, budget))
    outcome = complete(run, await toOutcome(run, { ...end, data }))
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
