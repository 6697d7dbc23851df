import type { JsonObject } from '../../contract/index.ts'

/** The JSON Schema of a td document. */
export const schema: JsonObject = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'td envelope',
  oneOf: [
    {
      title: 'result, on stdout with exit 0',
      type: 'object',
      required: ['ok', 'type', 'data'],
      additionalProperties: false,
      properties: { ok: { const: true }, type: { type: 'string' }, data: {} },
    },
    {
      title: 'error, on stderr with exit 1',
      type: 'object',
      required: ['ok', 'error'],
      additionalProperties: false,
      properties: {
        ok: { const: false },
        error: {
          type: 'object',
          required: ['code', 'message', 'suggestion'],
          additionalProperties: false,
          properties: {
            code: { type: 'string' },
            message: { type: 'string' },
            suggestion: { type: 'string' },
            details: { type: 'object' },
          },
        },
      },
    },
  ],
}
