import type { JsonObject } from '../../../contract/index.ts'
import { CTA_SCHEMA, ERROR_BODY } from '../schema.ts'

const META: JsonObject = {
  type: 'object',
  required: ['command', 'duration'],
  properties: {
    command: { type: 'string' },
    duration: { type: 'string', pattern: '^\\d+(\\.\\d+)?(ms|s)$' },
    cta: CTA_SCHEMA,
    nextOffset: { type: 'integer' },
  },
}

/** The JSON Schema of incur's full output. */
export const schema: JsonObject = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'incur full output',
  oneOf: [
    {
      title: 'result',
      type: 'object',
      required: ['ok', 'meta'],
      additionalProperties: false,
      properties: { ok: { const: true }, data: {}, meta: META },
    },
    {
      title: 'error',
      type: 'object',
      required: ['ok', 'error', 'meta'],
      additionalProperties: false,
      properties: {
        ok: { const: false },
        error: { type: 'object', required: ['code', 'message'], properties: ERROR_BODY },
        meta: META,
      },
    },
  ],
}
