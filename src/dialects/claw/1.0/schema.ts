import type { JsonObject } from '../../../contract/index.ts'
import { TURN_PAYLOAD } from '../turn-schema.ts'

const TEXT: JsonObject = { type: 'string' }

/** The JSON Schema of a claw 1.0 document; payload members stand beside those named here. */
export const schema: JsonObject = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'claw 1.0 document',
  oneOf: [
    {
      title: 'result',
      type: 'object',
      required: ['type'],
      properties: { type: { const: 'success' }, kind: TEXT, error: false, ...TURN_PAYLOAD },
    },
    {
      title: 'error',
      type: 'object',
      required: ['type', 'error', 'kind'],
      properties: {
        type: { const: 'error' },
        command: TEXT,
        error: TEXT,
        kind: TEXT,
        hint: { type: ['string', 'null'] },
        exit_code: { enum: [1, 2, 129, 130, 131, 143] },
        ...TURN_PAYLOAD,
      },
    },
    {
      title: 'result without a type, as the binary prints some',
      type: 'object',
      required: ['command'],
      properties: { command: TEXT, type: false, error: false, ...TURN_PAYLOAD },
    },
    {
      title: 'result of later builds',
      type: 'object',
      required: ['kind', 'status'],
      properties: {
        kind: TEXT,
        status: { const: 'ok' },
        type: false,
        command: false,
        error: false,
        exit_code: { const: 0 },
        ...TURN_PAYLOAD,
      },
    },
  ],
}
