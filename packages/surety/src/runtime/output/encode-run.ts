import { fail, succeed, type JsonValue, type Outcome } from '../../contract/index.ts'
import {
  encoder10,
  loadEncoder,
  loadLosslessEncoder,
  traitsOf,
  type EncodedDocument,
  type Encoder,
} from '../../dialects/wires.ts'
import { customExitsOf } from '../declare/exits/exit-declarations.ts'
import type { AnswerFacts, UnfinishedOutcome } from '../run/ending/run-end.ts'
import type { Run } from '../run/run-state.ts'
import { cleanShownJson, surroundingsOf, type FinishedRun } from './surroundings.ts'

/** Finishes a run with an outcome that its dialect has to be loaded for. */
export async function encodeRun(run: Run, unfinished: UnfinishedOutcome): Promise<FinishedRun> {
  return encode(run, complete(run, unfinished), await encoderOf(run), unfinished)
}

export function complete(run: Run, unfinished: UnfinishedOutcome): Outcome {
  const { data, failure } = unfinished
  const surroundings = surroundingsOf(run, unfinished)
  if (failure === null) return succeed({ data, ...surroundings })
  const { exit, error } = failure
  const clean = cleanShownJson(run, error as unknown as JsonValue, true) as unknown as typeof error
  // Error codes are declared constants and never secret, even if one equals a secret.
  return fail({ exit, error: { ...clean, code: error.code }, data, ...surroundings })
}

export async function encoderOf(run: Run): Promise<Encoder> {
  try {
    const { dialect, isLossless } = run.output
    if (isLossless) return await loadLosslessEncoder(dialect)
    return traitsOf(dialect).generation === '1.0' ? encoder10 : await loadEncoder(dialect)
  } catch {
    // The run ended before the dialect was checked, so it may not exist; answer in the default one.
    return encoder10
  }
}

export function encode(
  run: Run,
  outcome: Outcome,
  encoder: Encoder,
  facts: AnswerFacts,
): FinishedRun {
  const { exitByCode, errors } = run.cli.declaration
  const { declaration } = run.command ?? {}
  const exits = outcome.ok
    ? []
    : customExitsOf(declaration?.exitCodes, { ...errors, ...declaration?.errors })
  const encoded = encoder.toDocument(outcome, {
    now: run.world.now,
    ...(exits.length > 0 && { exits }),
    ...(exitByCode && { exitByCode }),
    ...((run.output.isMeasured || run.world.hasBareErrors) && { errorBody: 'plain' }),
    ...(facts.isFrameworkError && { errorBody: 'framework' }),
    // In a dialect that the caller chose, facts without a place stand under their plain names. The
    // tool's own dialect gets no additional members.
    ...(run.output.isForeign && { stow: 'plain' }),
  })
  return { outcome, encoded: withTextExit(run, outcome, encoded), facts }
}

/** Applies the exit code that some older tools use for input errors in text formats. */
function withTextExit(run: Run, outcome: Outcome, encoded: EncodedDocument): EncodedDocument {
  const exit = run.cli.declaration.output?.inputErrorExit
  const isText = run.output.format === 'human' || run.output.format === 'plain'
  if (exit === undefined || !isText || outcome.exit !== 'ARG_ERROR') return encoded
  return run.phase === 'validation' ? { ...encoded, exit_code: exit } : encoded
}
