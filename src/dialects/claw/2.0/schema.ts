import type { JsonObject } from '../../../contract/index.ts'
import { TURN_PAYLOAD } from '../turn-schema.ts'
import { FAILURE_KINDS, MISSING_KINDS } from './kinds.ts'

const TEXT: JsonObject = { type: 'string' }
const NO_ERROR: JsonObject = { exit_code: { const: 0 }, error: false }
const ERROR_MEMBERS: JsonObject = {
  operation: TEXT,
  target: TEXT,
  retryable: { type: 'boolean' },
  message: TEXT,
  hint: TEXT,
}
const FAILURE: JsonObject = {
  type: 'object',
  required: ['kind', 'operation', 'target', 'retryable', 'message'],
  properties: { kind: { enum: [...FAILURE_KINDS] }, ...ERROR_MEMBERS },
}
const MISSING: JsonObject = {
  type: 'object',
  required: ['kind', 'retryable', 'message'],
  properties: { kind: { enum: [...MISSING_KINDS] }, ...ERROR_MEMBERS },
}
/** A signal ends the process with a number of its own, which the body repeats. */
const FAILED: JsonObject = { enum: [1, 129, 130, 131, 143] }

/**
 * The JSON Schema of a claw 2.0 document; payload members stand beside those named here. The samples of
 * the document leave `output_format` and `schema_version` out, so readers do not require them.
 */
export const schema: JsonObject = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'claw 2.0 document',
  type: 'object',
  required: ['timestamp', 'command', 'exit_code'],
  properties: {
    timestamp: {
      type: 'string',
      pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$',
    },
    command: TEXT,
    exit_code: { type: 'integer' },
    output_format: { const: 'json' },
    schema_version: TEXT,
    ...TURN_PAYLOAD,
  },
  oneOf: [
    { title: 'result', properties: NO_ERROR },
    {
      title: 'missing entity',
      required: ['name', 'found', 'error'],
      properties: { exit_code: FAILED, name: TEXT, found: { enum: [false] }, error: MISSING },
    },
    {
      title: 'failure',
      required: ['error'],
      properties: { exit_code: FAILED, error: FAILURE },
    },
    { title: 'time limit', properties: { exit_code: { const: 2 }, error: FAILURE } },
  ],
}
