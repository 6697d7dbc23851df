import type { JsonValue } from '../contract/index.ts'
import { readYaml, writeYaml } from '../internal/yaml-text.ts'
import { isTooDeep } from './depth.ts'
import type { Format } from './format.ts'
import { toJsonText } from '../internal/json-text.ts'

/** YAML 1.2 in block style. What nests too deep is written as JSON, which is YAML as well. */
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

/** Reads what was too deep to be written, or read, as anything but JSON. */
function parseDeepJson(text: string, error: unknown): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    // Not JSON either: what the YAML reader had to say is the better message.
    throw error
  }
}
