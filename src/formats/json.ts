import type { JsonValue } from '../contract/index.ts'
import type { Format } from './format.ts'
import { toJsonText } from '../internal/json-text.ts'

/** JSON: one compact line unless an indentation is asked for. */
export const json: Format = {
  id: 'json',
  mediaType: 'application/json',
  lossless: true,
  render: (value, options) => toJsonText(value, options?.indent, options?.ascii),
  parse: (text) => JSON.parse(text) as JsonValue,
}
