import type { JsonObject } from '../../contract/index.ts'
import { ANIMUS_EXITS, SCHEMA_TAG } from './codes.ts'

/** The JSON Schema of an animus.cli.v1 document. */
export const schema: JsonObject = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'animus.cli.v1 envelope',
  oneOf: [
    {
      title: 'result, on stdout with exit 0',
      type: 'object',
      required: ['schema', 'ok', 'data'],
      additionalProperties: false,
      properties: { schema: { const: SCHEMA_TAG }, ok: { const: true }, data: {} },
    },
    {
      title: 'error, on stderr with exit 1 to 5',
      type: 'object',
      required: ['schema', 'ok', 'error'],
      additionalProperties: false,
      properties: {
        schema: { const: SCHEMA_TAG },
        ok: { const: false },
        error: {
          type: 'object',
          required: ['code', 'message', 'exit_code'],
          additionalProperties: false,
          properties: {
            code: { enum: Object.values(ANIMUS_EXITS).map(({ code }) => code) },
            message: { type: 'string' },
            exit_code: { type: 'integer', minimum: 1, maximum: 5 },
            details: { type: 'object' },
          },
        },
      },
    },
  ],
}
