import type { JsonValue } from '../../contract/index.ts'
import { stringifyDeep } from '../../internal/deep-json.ts'
import type { Layout } from '../dialect.ts'

/** Lays a document out as text, without a line feed at the end. */
export function layOut(document: JsonValue, layout: Layout): string {
  const text = stringify(document, layout === 'compact' ? 0 : 2)
  return layout === 'pretty-ascii' ? escapeNonAscii(text) : text
}

function stringify(document: JsonValue, indent: number): string {
  try {
    return JSON.stringify(document, null, indent)
  } catch (cause) {
    if (cause instanceof RangeError) return stringifyDeep(document)
    throw cause
  }
}

function escapeNonAscii(text: string): string {
  return text.replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
