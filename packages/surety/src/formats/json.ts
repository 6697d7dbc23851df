import type { JsonValue } from '../contract/index.ts'
import type { Format } from './format.ts'
import { toJsonText } from '@surety/internal/json/json-text.ts'

/** JSON: one compact line, or indented on request. */
export const json: Format = {
  id: 'json',
  mediaType: 'application/json',
  lossless: true,
  render: (value, options) => toJsonText(value, options?.indent, options?.ascii),
  parse: (text) => JSON.parse(text) as JsonValue,
}
