/* oxlint-disable unicorn/no-thenable -- the keyword of JSON Schema */
import type { JsonObject, JsonValue } from '../json/json-value.ts'

const has = (name: string): JsonObject => ({ required: [name] })
const is = (name: string, value: JsonValue): JsonObject => ({
  required: [name],
  properties: { [name]: { const: value } },
})

/** What a protocol on stdout excludes. */
const NOT_WITH_PROTOCOL: readonly JsonObject[] = [
  is('arguments', 'passthrough'),
  has('stderr'),
  has('stdin'),
  is('interactive', true),
  is('streaming_default', true),
  has('output_file'),
  has('output_schema'),
  has('output_formats'),
  has('output_media_types'),
  is('async', true),
  is('spawns_background_process', true),
  has('cleanup_command'),
  has('max_lifetime_seconds'),
  has('interruption'),
  has('confirm_flag'),
  is('safe_default', true),
]

/** Which members of a command in a manifest of contract 1.16 need or exclude each other. */
export const COMMAND_RULES: readonly JsonObject[] = [
  { if: is('requires_editor', true), then: has('non_interactive_alternatives') },
  { if: is('headless_supported', false), then: has('token_env_vars') },
  { if: has('gui_operations'), then: has('headless_behavior') },
  { if: has('output_file_base'), then: has('output_file') },
  {
    if: is('arguments', 'passthrough'),
    then: {
      required: ['option_placement'],
      properties: {
        option_placement: { const: 'strict' },
        danger_level: { enum: ['safe', 'mutating'] },
        flags: { maxProperties: 0 },
        positionals: { maxItems: 0 },
      },
      not: has('confirm_flag'),
    },
  },
  { if: has('help_argv'), then: is('arguments', 'passthrough') },
  { if: has('stderr'), then: { not: is('arguments', 'passthrough') } },
  { if: has('stdout'), then: { ...has('protocol'), not: { anyOf: NOT_WITH_PROTOCOL } } },
  { if: has('protocol'), then: has('stdout') },
  {
    if: has('interruption'),
    then: {
      properties: {
        exit_codes: { required: ['14'] },
        async: { const: false },
        streaming_default: { const: false },
      },
    },
  },
  {
    if: has('confirm_flag'),
    then: {
      properties: {
        danger_level: { enum: ['mutating', 'destructive'] },
        safe_default: { const: false },
      },
    },
  },
  {
    if: has('requires_person'),
    then: {
      required: ['interactive', 'mcp'],
      properties: { interactive: { const: true }, mcp: { const: false } },
    },
  },
]
