import { RETRY_STRATEGIES, type JsonObject, type RespondGeneration } from '../../contract/index.ts'

const REDIRECT: JsonObject = {
  type: 'object',
  required: ['command', 'permanent'],
  additionalProperties: false,
  properties: {
    command: { type: 'string' },
    permanent: { type: 'boolean' },
    reason: { enum: ['renamed', 'restructured', 'deprecated', 'typo_corrected'] },
  },
}

const COMMON: JsonObject = {
  code: { type: 'string' },
  message: { type: 'string' },
  detail: { type: 'string' },
  retryable: { type: 'boolean' },
  phase: { enum: ['validation', 'execution', 'cleanup'] },
  suggestion: { type: 'string' },
  redirect: REDIRECT,
}

const WAIT: JsonObject = { type: 'integer', minimum: 0 }

const ERRORS: Readonly<Record<RespondGeneration, JsonObject>> = {
  '1.0': {
    type: 'object',
    required: ['code', 'message'],
    additionalProperties: false,
    properties: { ...COMMON, retry_after: WAIT },
  },
  '1.6': {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      ...COMMON,
      retry_after_ms: WAIT,
      retry_strategy: { enum: RETRY_STRATEGIES },
      fix_required: { type: 'string' },
      fix_command: { type: 'string' },
    },
  },
}

/** Makes the JSON Schema of a generation's envelope. */
export function specSchema(generation: RespondGeneration): JsonObject {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `CLI Agent Spec envelope, contract ${generation}`,
    type: 'object',
    required: ['ok', 'data', 'error', 'warnings', 'meta'],
    additionalProperties: false,
    properties: {
      ok: { type: 'boolean' },
      data: { type: ['object', 'array', 'null'] },
      error: { oneOf: [{ type: 'null' }, ERRORS[generation]] },
      warnings: { type: 'array', items: { type: 'string' } },
      meta: {
        type: 'object',
        required: ['duration_ms'],
        properties: {
          duration_ms: WAIT,
          request_id: { type: 'string' },
          schema_version: { type: 'string', pattern: '^\\d+\\.\\d+$' },
          not_modified: { type: 'boolean' },
          truncated: { type: 'boolean' },
          cursor: { type: 'string' },
        },
      },
    },
  }
}
