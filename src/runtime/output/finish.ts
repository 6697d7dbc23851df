import { fail, succeed, type JsonValue, type Outcome } from '../../contract/index.ts'
import { encodeEveryday, type EncodedDocument, type Encoder } from '../../dialects/index.ts'
import { encodeOutcome, encoderOf } from '../run/encode-outcome.ts'
import { commandName, type Run } from '../run/run-state.ts'
import type { UnfinishedOutcome } from '../run/unfinished-outcome.ts'
import { cleanShownError, cleanShownJson, cleanShownText } from './clean-texts.ts'

/** An answer that is ready to be written. */
export interface FinishedRun {
  readonly outcome: Outcome
  readonly encoded: EncodedDocument
}

/**
 * Finishes a run: takes secrets and terminal codes out of whatever surrounds the data, adds `meta`,
 * and encodes the outcome in the run's dialect. Every answer goes through here, whatever ended the
 * run, so that none of them can leave a step out.
 */
export function finish(
  run: Run,
  unfinished: UnfinishedOutcome,
): FinishedRun | Promise<FinishedRun> {
  const outcome = complete(run, unfinished)
  // A plain success needs no encoder to be loaded.
  const simple = encodeEveryday(run.output.dialect, outcome)
  if (simple) return { outcome, encoded: simple }
  const encoder = encoderOf(run)
  return encoder instanceof Promise
    ? encoder.then((loaded) => encode(run, outcome, loaded))
    : encode(run, outcome, encoder)
}

/** Finishes a run without waiting, with an encoder that is at hand. */
export function finishWith(run: Run, unfinished: UnfinishedOutcome, encoder: Encoder): FinishedRun {
  return encode(run, complete(run, unfinished), encoder)
}

/** Makes the outcome as it is shown: cleaned, with everything that surrounds its data. */
export function complete(run: Run, unfinished: UnfinishedOutcome): Outcome {
  const { data, failure } = unfinished
  const surroundings = { warnings: cleanWarnings(run), meta: metaOf(run, unfinished) }
  if (failure === null) return succeed({ data, ...surroundings })
  const { exit, error } = failure
  const clean = cleanShownError(run, error as unknown as JsonValue) as unknown as typeof error
  // The code is a word of a table: it repeats nothing that was given, even where it looks alike.
  return fail({ exit, error: { ...clean, code: error.code }, data, ...surroundings })
}

function cleanWarnings(run: Run): readonly string[] {
  return run.warnings.map((warning) => cleanShownText(run, warning))
}

function metaOf(run: Run, { type, cta, meta: more }: UnfinishedOutcome): Record<string, JsonValue> {
  const meta: Record<string, JsonValue> = {}
  if (cta !== undefined) meta['cta'] = cleanShownJson(run, cta)
  meta['duration_ms'] = run.duration.elapsed()
  if (run.path.length > 0) meta['command'] = commandName(run)
  meta['timeout_ms'] = run.timeoutMs
  if (run.isHeadless) meta['headless'] = true
  const named = type ?? run.command?.declaration.type
  if (named !== undefined) meta['type'] = named
  for (const key in run.meta) meta[key] = cleanShownJson(run, run.meta[key]!)
  return Object.assign(meta, more)
}

function encode(run: Run, outcome: Outcome, encoder: Encoder): FinishedRun {
  return { outcome, encoded: withTextExit(run, outcome, encodeOutcome(run, encoder, outcome)) }
}

/** Tools from before structured output exit differently where they answer in text. */
function withTextExit(run: Run, outcome: Outcome, encoded: EncodedDocument): EncodedDocument {
  const exit = run.cli.declaration.output?.inputErrorExit
  const isText = run.output.format === 'human' || run.output.format === 'plain'
  if (exit === undefined || !isText || outcome.exit !== 'ARG_ERROR') return encoded
  return run.phase === 'validation' ? { ...encoded, exit_code: exit } : encoded
}
