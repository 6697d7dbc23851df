import type { Outcome } from '../../contract/index.ts'
import {
  DEFAULT_DIALECT,
  loadEncoder,
  type EncodedDocument,
  type Encoder,
} from '../../dialects/index.ts'
import { json as jsonFormat } from '../../formats/index.ts'
import type { Run } from './run-state.ts'

/** Encoders by id; importing a module that is loaded already still costs a good part of a call. */
const encoders = new Map<string, Encoder>()

/** Gives the encoder of the dialect that was asked for, the default one where there is none such. */
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
    // The run ended before the dialect was checked; one that does not exist is still answered.
    return loadEncoder(DEFAULT_DIALECT)
  }
}

/** Encodes an outcome in the dialect. */
export function encodeOutcome(run: Run, encoder: Encoder, outcome: Outcome): EncodedDocument {
  const { exitByCode } = run.cli.declaration
  const exits = run.command?.checked.customExits ?? []
  return encoder.toDocument(outcome, {
    ...(exits.length > 0 && { exits }),
    ...(exitByCode && { exitByCode }),
    ...(run.output.isMeasured && { errorBody: 'plain' }),
    ...(run.isFrameworkError && { errorBody: 'framework' }),
    // A caller who chooses another dialect must not lose facts; the tool's own adds no members.
    ...(run.output.isForeign && { stow: 'needed' }),
    now: run.world.now,
  })
}

/** Renders a document as JSON in the dialect's own layout. */
export function toJsonLine(encoded: EncodedDocument): string {
  const { document = null, layout } = encoded
  if (layout === 'compact') return JSON.stringify(document)
  return jsonFormat.render(document, { indent: 2, ascii: layout === 'pretty-ascii' }) as string
}
