import type { JsonValue } from '../contract/index.ts'
import type { Layout } from './dialect.ts'

/** Lays a document out as text, without a line feed at the end. */
export function layOut(document: JsonValue, layout: Layout): string {
  const text = layout === 'compact' ? JSON.stringify(document) : JSON.stringify(document, null, 2)
  return layout === 'pretty-ascii' ? escapeNonAscii(text) : text
}

function escapeNonAscii(text: string): string {
  return text.replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
