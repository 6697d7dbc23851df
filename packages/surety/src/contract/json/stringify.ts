import { toJsonText } from '@surety/internal/json/json-text.ts'
import { defect } from '../outcome/defect.ts'
import type { JsonValue } from './json-value.ts'

export interface StringifyOptions {
  /** Spaces per level; 0 or absent for one line. */
  readonly indent?: number
  /** Escapes everything beyond ASCII. */
  readonly ascii?: boolean
}

/**
 * Writes a JSON value as text, as `JSON.stringify` does. A value that nests too deep for that is written
 * as well, on one line.
 *
 * @example
 * ```ts
 * import { stringifyJson } from 'surety/contract'
 *
 * stringifyJson({ name: 'Zoë' }, { ascii: true }) // '{"name":"Zo\\u00eb"}'
 * ```
 */
export function stringifyJson(value: JsonValue, options: StringifyOptions = {}): string {
  try {
    return toJsonText(value, options.indent, options.ascii)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw defect('TEXT_TOO_LARGE', 'the JSON text is longer than a string can be')
  }
}
