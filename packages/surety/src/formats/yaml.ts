import type { JsonValue } from '../contract/index.ts'
import { readYaml, writeYaml } from '@surety/internal/yaml-text.ts'
import { isTooDeep } from './depth.ts'
import type { Format } from './format.ts'
import { toJsonText } from '@surety/internal/json/json-text.ts'

/** YAML 1.2 in block style. Values that nest too deep are written as JSON, which is YAML as well. */
export const yaml: Format = {
  id: 'yaml',
  mediaType: 'application/yaml',
  lossless: true,
  render: (value, options) =>
    isTooDeep(value) ? toJsonText(value) : writeYaml(value, options?.indent || 2),
  async parse(text) {
    try {
      return (await readYaml(text)) as JsonValue
    } catch (error) {
      return parseDeepJson(text, error)
    }
  },
}

/** Parses a value that was too deep and so written as JSON. */
function parseDeepJson(text: string, error: unknown): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    // Not JSON either; the message of the YAML parser is the better one.
    throw error
  }
}
