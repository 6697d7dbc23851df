import type { Outcome } from '../../../contract/index.ts'
import type { EncodedDocument } from '../../../dialects/index.ts'
import { toJsonLine } from '../../run/ending/encode-outcome.ts'
import type { Run } from '../../run/run-state.ts'
import { visibleAtTerminal, write } from '../bytes/write.ts'

/** Writes the document; a dialect may have none for an outcome. */
export async function emitJson(run: Run, encoded: EncodedDocument): Promise<number> {
  if (encoded.document === undefined) return encoded.exit_code
  // The last record of a stream is one line, like all others.
  const isRecord = run.meta['stream'] !== undefined
  const text = toJsonLine(isRecord ? { ...encoded, layout: 'compact' } : encoded)
  return write(run, encoded.stream, visibleAtTerminal(run, encoded.stream, text), encoded.exit_code)
}

/** Tests whether an answer has warnings, or was cut, and its dialect may have no member that says so. */
export function losesWords({ warnings, meta }: Outcome, { losses }: EncodedDocument): boolean {
  return losses.length > 0 && (warnings.length > 0 || meta.truncated === true)
}
