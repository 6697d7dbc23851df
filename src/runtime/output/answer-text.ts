import { isJsonObject, type JsonValue, type Outcome } from '../../contract/index.ts'
import { traitsOf, type EncodedDocument } from '../../dialects/index.ts'
import { loadFormat } from '../../formats/index.ts'
import { toJsonLine } from '../run/ending/encode-outcome.ts'
import type { Run } from '../run/run-state.ts'
import type { FinishedRun } from './finish.ts'
import { visibleAtTerminal } from './bytes/write.ts'

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
