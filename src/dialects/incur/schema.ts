import type { JsonObject } from '../../contract/index.ts'

const TEXT: JsonObject = { type: 'string' }

/** The JSON Schema of suggested commands. */
const CTA_SCHEMA: JsonObject = {
  type: 'object',
  required: ['description', 'commands'],
  properties: {
    description: TEXT,
    commands: {
      type: 'array',
      items: {
        type: 'object',
        required: ['command'],
        properties: { command: TEXT, description: TEXT },
      },
    },
  },
}

/** The members of an incur error body as JSON Schemas. */
const ERROR_BODY: JsonObject = {
  code: TEXT,
  message: TEXT,
  retryable: { type: 'boolean' },
  extra: { type: 'object' },
  next_steps: {
    type: 'object',
    required: ['action'],
    properties: { action: TEXT, suggestion: TEXT },
  },
  fieldErrors: { type: 'array', items: { type: 'object' } },
}

/** The JSON Schema of incur's compact output: any result with exit 0, an error body otherwise. */
export const COMPACT_SCHEMA: JsonObject = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'incur compact output',
  anyOf: [
    { title: 'result, with exit 0' },
    {
      title: 'error, with another exit',
      type: 'object',
      required: ['code', 'message'],
      properties: { ...ERROR_BODY, cta: CTA_SCHEMA },
    },
  ],
}

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
export const FULL_SCHEMA: JsonObject = {
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
