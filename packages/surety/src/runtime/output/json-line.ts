import type { EncodedDocument } from '../../dialects/wires.ts'
import { toJsonText } from '@surety/internal/json/json-text.ts'

/** Writes a document as its dialect lays it out. */
export function toJsonLine(encoded: EncodedDocument): string {
  const { document = null, layout } = encoded
  if (layout === 'compact') return JSON.stringify(document)
  return toJsonText(document, 2, layout === 'pretty-ascii')
}
