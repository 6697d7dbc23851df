import type { Outcome } from '../../../contract/index.ts'
import {
  DEFAULT_DIALECT,
  loadEncoder,
  type EncodedDocument,
  type Encoder,
} from '../../../dialects/index.ts'
import { json as jsonFormat } from '../../../formats/index.ts'
import { customExitsOf } from '../../declare/exits/error-declarations.ts'
import type { Run } from '../run-state.ts'

/** Loaded encoders by id, because even importing a loaded module again is slow. */
const encoders = new Map<string, Encoder>()

/** Returns the encoder of the requested dialect, or the default one if that does not exist. */
export function encoderOf(run: Run): Encoder | Promise<Encoder> {
  const { dialect } = run.output
  return encoders.get(dialect) ?? loadEncoderOnce(dialect)
}

async function loadEncoderOnce(dialect: string): Promise<Encoder> {
  try {
    const encoder = await loadEncoder(dialect)
    encoders.set(dialect, encoder)
    return encoder
  } catch {
    // The run ended before the dialect was checked, so it may not exist; answer in the default one.
    return loadEncoder(DEFAULT_DIALECT)
  }
}

/** Encodes an outcome in the dialect of the run. */
export function encodeOutcome(run: Run, encoder: Encoder, outcome: Outcome): EncodedDocument {
  const { exitByCode, errors } = run.cli.declaration
  const { declaration } = run.command ?? {}
  const exits = outcome.ok
    ? []
    : customExitsOf(declaration?.exitCodes, { ...errors, ...declaration?.errors })
  return encoder.toDocument(outcome, {
    ...(exits.length > 0 && { exits }),
    ...(exitByCode && { exitByCode }),
    ...((run.output.isMeasured || run.world.hasBareErrors) && { errorBody: 'plain' }),
    ...(run.answer.isFrameworkError && { errorBody: 'framework' }),
    // In a dialect that the caller chose, facts without a place stand under their plain names. The
    // tool's own dialect gets no additional members.
    ...(run.output.isForeign && { stow: 'plain' }),
    ...(run.output.isLossless && { stow: 'exact' }),
    now: run.world.now,
  })
}

/** Renders a document as JSON in the dialect's own layout. */
export function toJsonLine(encoded: EncodedDocument): string {
  const { document = null, layout } = encoded
  if (layout === 'compact') return JSON.stringify(document)
  return jsonFormat.render(document, { indent: 2, ascii: layout === 'pretty-ascii' }) as string
}
