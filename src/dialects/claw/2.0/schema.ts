import type { JsonObject } from '../../../contract/index.ts'
import { CLAW_KINDS } from './kinds.ts'

/** The JSON Schema of a claw 2.0 document; payload members stand beside those named here. */
export const schema: JsonObject = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'claw 2.0 document',
  type: 'object',
  required: ['timestamp', 'command', 'exit_code', 'output_format', 'schema_version'],
  properties: {
    timestamp: {
      type: 'string',
      pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$',
    },
    command: { type: 'string' },
    exit_code: { enum: [0, 1, 2] },
    output_format: { const: 'json' },
    schema_version: { type: 'string' },
    error: {
      type: 'object',
      required: ['kind', 'message', 'retryable'],
      properties: {
        kind: { enum: [...CLAW_KINDS] },
        operation: { type: 'string' },
        target: { type: 'string' },
        retryable: { type: 'boolean' },
        message: { type: 'string' },
        hint: { type: 'string' },
      },
    },
  },
}
