import type { Generation } from '../codes/exit-codes.ts'
import type { JsonObject } from '../json/json-value.ts'
import { envelopeSchema116 } from './envelope-1.16.ts'
import { PHASES, REDIRECT_REASONS, RETRY_STRATEGIES } from '../codes/vocabulary.ts'
import { VERSION_PATTERN } from '../codes/description-words.ts'

/**
 * Gives the JSON Schema (draft 7) of the envelope in a generation of the contract.
 *
 * @example
 * ```ts
 * import { envelopeSchema } from 'surety/contract/schema'
 *
 * envelopeSchema('1.0').required // ['ok', 'data', 'error', 'warnings', 'meta']
 * ```
 */
export function envelopeSchema(generation: Generation): JsonObject {
  if (generation === '1.16') return envelopeSchema116()
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: `urn:surety:${generation}:response-envelope`,
    title: 'ResponseEnvelope',
    description: `The one shape of every answer, contract ${generation}: five members, all of them always there.`,
    type: 'object',
    required: ['ok', 'data', 'error', 'warnings', 'meta'],
    additionalProperties: false,
    properties: {
      ok: {
        description:
          'Whether the process exited with SUCCESS; computed from the exit, never chosen.',
        type: 'boolean',
      },
      data: {
        description: "The command's result. Null on failure and on a cache hit.",
        type: ['object', 'array', 'null'],
      },
      error: {
        description: 'Null on success, an object on failure.',
        oneOf: [{ type: 'null' }, { $ref: '#/definitions/ErrorDetail' }],
      },
      warnings: {
        description: 'Messages that do not stop the command; empty if there are none.',
        type: 'array',
        items: { type: 'string' },
      },
      meta: { $ref: '#/definitions/ResponseMeta' },
    },
    definitions: {
      ErrorDetail: errorSchema(generation),
      Redirect: redirectSchema(),
      ResponseMeta: metaSchema(),
    },
  }
}

function errorSchema(generation: Generation): JsonObject {
  return {
    type: 'object',
    required: ['code', 'message'],
    // The founding document closes the error object; contract 1.6 opens it.
    additionalProperties: generation !== '1.0',
    properties: {
      code: { description: 'Stable identifier; programs branch on it.', type: 'string' },
      message: { description: 'One sentence for people; programs leave it alone.', type: 'string' },
      detail: { description: 'Upstream text as it came.', type: 'string' },
      retryable: {
        description:
          generation === '1.0'
            ? 'Whether calling again is safe, perhaps after a correction.'
            : 'Whether the same call, unchanged, can succeed; nothing was committed.',
        type: 'boolean',
      },
      ...(generation === '1.0' ? waitOf10() : remediesOf16()),
      phase: {
        description: 'Where it failed; validation means that nothing was changed.',
        type: 'string',
        enum: PHASES,
      },
      suggestion: { description: 'What an agent can do next.', type: 'string' },
      redirect: { $ref: '#/definitions/Redirect' },
    },
  }
}

function waitOf10(): JsonObject {
  return {
    retry_after: {
      description: 'Seconds to wait before calling again; goes with retryable true.',
      type: 'integer',
      minimum: 0,
    },
  }
}

function remediesOf16(): JsonObject {
  return {
    retry_after_ms: {
      description: 'Milliseconds to wait before calling again; goes with retryable true.',
      type: 'integer',
      minimum: 0,
    },
    retry_strategy: {
      description: 'How to space several attempts; goes with retryable true.',
      type: 'string',
      enum: RETRY_STRATEGIES,
    },
    fix_required: {
      description: 'What the caller has to put right first; goes with retryable false.',
      type: 'string',
    },
    fix_command: {
      description: 'One harmless command that puts it right, to be run as it stands.',
      type: 'string',
    },
  }
}

function redirectSchema(): JsonObject {
  return {
    description: 'Where the command lives now; goes with exit REDIRECTED alone.',
    type: 'object',
    required: ['command', 'permanent'],
    additionalProperties: false,
    properties: {
      command: { description: 'The invocation to use instead, to the letter.', type: 'string' },
      permanent: {
        description: 'True: remember it for good. False: this call only.',
        type: 'boolean',
      },
      reason: { description: 'Why it moved.', type: 'string', enum: REDIRECT_REASONS },
    },
  }
}

function metaSchema(): JsonObject {
  return {
    description: 'What surrounds the answer; open to further members.',
    type: 'object',
    required: ['duration_ms'],
    additionalProperties: true,
    properties: {
      duration_ms: {
        description: 'Wall-clock milliseconds that the command took.',
        type: 'integer',
        minimum: 0,
      },
      request_id: { description: 'Ties the answer to logs and traces.', type: 'string' },
      schema_version: {
        description: 'The version of the envelope.',
        type: 'string',
        pattern: VERSION_PATTERN,
      },
      not_modified: {
        description: 'True on a cache hit: data is null on purpose.',
        type: 'boolean',
      },
      truncated: {
        description: 'True when data is cut short: page on, or ask for less.',
        type: 'boolean',
      },
      cursor: { description: 'Give it as --cursor for the next page.', type: 'string' },
    },
  }
}
