import type { JsonValue } from '../contract/index.ts'
import { readToon, writeToon } from '@surety/internal/toon-text.ts'
import { bounded } from './depth.ts'
import type { Format } from './format.ts'

/** TOON: indentation for objects, one table for a uniform array, few tokens for both. */
export const toon: Format = {
  id: 'toon',
  mediaType: 'text/toon',
  lossless: true,
  render: (value, options) => writeToon(bounded(value), options?.indent || 2),
  parse: async (text) => (await readToon(text)) as JsonValue,
}
