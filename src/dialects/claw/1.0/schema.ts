import type { JsonObject } from '../../../contract/index.ts'

/** The JSON Schema of a claw 1.0 document; payload members stand beside those named here. */
export const schema: JsonObject = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'claw 1.0 document',
  oneOf: [
    {
      title: 'result',
      type: 'object',
      required: ['type'],
      properties: { type: { const: 'success' }, kind: { type: 'string' } },
    },
    {
      title: 'error',
      type: 'object',
      required: ['type', 'error', 'kind'],
      properties: {
        type: { const: 'error' },
        command: { type: 'string' },
        error: { type: 'string' },
        kind: { type: 'string' },
        hint: { type: ['string', 'null'] },
      },
    },
    {
      title: 'result without a type, as the binary prints some',
      type: 'object',
      required: ['command'],
      properties: { command: { type: 'string' }, type: false },
    },
    {
      title: 'result of later builds',
      type: 'object',
      required: ['kind', 'status'],
      properties: {
        kind: { type: 'string' },
        status: { const: 'ok' },
        type: false,
        command: false,
      },
    },
  ],
}
