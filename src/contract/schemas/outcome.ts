import { FAILURE_NAMES } from '../codes/exit-facts.ts'
import type { JsonObject } from '../json/json-value.ts'
import { PHASES, RECOVERIES, REDIRECT_REASONS, RETRY_STRATEGIES } from '../codes/vocabulary.ts'

const text: JsonObject = { type: 'string' }
const texts: JsonObject = { type: 'array', items: text }

/**
 * Gives the JSON Schema (draft 7) of an outcome as surety prints it.
 *
 * @example
 * ```ts
 * import { outcomeSchema } from 'surety/contract/schema'
 *
 * const schema = outcomeSchema()
 * ```
 */
export function outcomeSchema(): JsonObject {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'urn:surety:outcome',
    title: 'Outcome',
    description: 'Everything that a command can end in, whichever dialect it was said in.',
    type: 'object',
    required: ['ok', 'exit', 'data', 'error', 'warnings', 'meta'],
    additionalProperties: false,
    properties: {
      ok: { type: 'boolean' },
      exit: { description: 'A name; the number belongs to the dialect.', type: 'string' },
      data: { description: 'Any JSON value.' },
      error: { oneOf: [{ type: 'null' }, { $ref: '#/definitions/OutcomeError' }] },
      warnings: texts,
      meta: {
        type: 'object',
        properties: { duration_ms: { type: 'integer', minimum: 0 } },
        additionalProperties: true,
      },
      process: { $ref: '#/definitions/Process' },
      diagnostics: { $ref: '#/definitions/Diagnostics' },
    },
    if: { required: ['ok'], properties: { ok: { const: true } } },
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
    then: { properties: { exit: { const: 'SUCCESS' }, error: { type: 'null' } } },
    else: {
      properties: { exit: { not: { const: 'SUCCESS' } }, error: { type: 'object' } },
    },
    definitions: {
      OutcomeError: errorSchema(),
      Process: processSchema(),
      Diagnostics: diagnosticsSchema(),
    },
  }
}

function errorSchema(): JsonObject {
  return {
    type: 'object',
    required: ['code', 'category', 'message', 'retryable', 'recovery'],
    additionalProperties: false,
    properties: {
      code: text,
      category: { type: 'string', enum: FAILURE_NAMES },
      message: text,
      detail: text,
      retryable: { description: 'Null: the dialect does not say.', type: ['boolean', 'null'] },
      recovery: { type: 'string', enum: RECOVERIES },
      retry_after_ms: { type: 'number', minimum: 0 },
      retry_strategy: { type: 'string', enum: RETRY_STRATEGIES },
      phase: { type: 'string', enum: PHASES },
      suggestion: text,
      redirect: {
        type: 'object',
        required: ['command', 'permanent'],
        additionalProperties: false,
        properties: {
          command: text,
          permanent: { type: 'boolean' },
          reason: { type: 'string', enum: REDIRECT_REASONS },
        },
      },
      fix_required: text,
      fix_command: text,
      operation: text,
      target: text,
      next_steps: {
        type: 'object',
        required: ['action'],
        additionalProperties: false,
        properties: { action: text, suggestion: text },
      },
      field_errors: { type: 'array', items: { type: 'object' } },
      details: { type: 'object' },
      root_cause: text,
      docs_url: text,
      synthesised: { const: true },
    },
  }
}

function processSchema(): JsonObject {
  return {
    type: 'object',
    required: ['exit_code', 'stream'],
    additionalProperties: false,
    properties: { exit_code: { type: 'integer' }, stream: { enum: ['stdout', 'stderr', null] } },
  }
}

function diagnosticsSchema(): JsonObject {
  return {
    type: 'object',
    required: ['malformed', 'problems', 'other_documents'],
    additionalProperties: false,
    properties: {
      malformed: { type: 'boolean' },
      problems: texts,
      other_documents: { type: 'array' },
    },
  }
}
