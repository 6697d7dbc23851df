import type { JsonValue } from '../contract/index.ts'
import type { Format } from './format.ts'
import { toJsonText } from '@surety/internal/json/json-text.ts'

/**
 * JSON lines: one line for each element of an array, one line for anything else. Parsing always gives an
 * array, so that an array of one element is not confused with the element.
 */
export const jsonl: Format = {
  id: 'jsonl',
  mediaType: 'application/x-ndjson',
  lossless: false,
  render(value, options) {
    const rows: readonly JsonValue[] = Array.isArray(value) ? value : [value]
    return rows.map((row) => toJsonText(row, 0, options?.ascii)).join('\n')
  },
  parse: (text) =>
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as JsonValue),
}
