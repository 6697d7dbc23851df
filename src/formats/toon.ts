import type { JsonValue } from '../contract/index.ts'
import { readToon, writeToon } from '../internal/toon-text.ts'
import { cutDeep, isTooDeep } from './depth.ts'
import type { Format } from './format.ts'
import { toJsonText } from '../internal/json/json-text.ts'

/** TOON: indentation for objects, one table for a uniform array, few tokens for both. */
export const toon: Format = {
  id: 'toon',
  mediaType: 'text/toon',
  lossless: true,
  render(value, options) {
    const shallow = isTooDeep(value) ? cutDeep(value, (deep) => toJsonText(deep)) : value
    return writeToon(shallow, options?.indent || 2)
  },
  parse: async (text) => (await readToon(text)) as JsonValue,
}
