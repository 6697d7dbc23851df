import type { JsonValue } from '../../contract/index.ts'
import { toJsonText } from '../../internal/json/json-text.ts'
import type { Layout } from '../dialect.ts'

/** Lays a document out as text, without a line feed at the end. */
export function layOut(document: JsonValue, layout: Layout): string {
  return toJsonText(document, layout === 'compact' ? 0 : 2, layout === 'pretty-ascii')
}
