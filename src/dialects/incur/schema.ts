import type { JsonObject } from '../../contract/index.ts'

const TEXT: JsonObject = { type: 'string' }

/** The JSON Schema of suggested commands. */
export const CTA_SCHEMA: JsonObject = {
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
export const ERROR_BODY: JsonObject = {
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
