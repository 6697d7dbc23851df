import { SIGNAL_EXITS, type JsonObject } from '../../contract/index.ts'
import { ANIMUS_EXITS, SCHEMA_TAG } from './codes.ts'

/** Lists the exits of a code. A signal can end a command with any class of error. */
function exitsOf(number: number): number[] {
  return [number, ...Object.values(SIGNAL_EXITS).map((signal) => signal.number)]
}

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
      title: 'error, on stderr with exit 1 to 5, or that of a signal',
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
            code: { type: 'string' },
            message: { type: 'string' },
            exit_code: { type: 'integer' },
            details: { type: 'object' },
          },
          oneOf: Object.entries(ANIMUS_EXITS).map(([number, { code }]) => ({
            properties: { code: { const: code }, exit_code: { enum: exitsOf(Number(number)) } },
          })),
        },
      },
    },
  ],
}
