import type { JsonObject } from '../../contract/index.ts'
import { FAILURE_KINDS, MISSING_KINDS } from './kinds.ts'

/** The reasons for the end of a turn. */
const STOP_REASONS = [
  'completed',
  'timeout',
  'cancelled',
  'max_budget_reached',
  'max_turns_reached',
]

const STOP_REASON: JsonObject = { enum: STOP_REASONS }

/**
 * A turn, if the member is an object; other tools may use the name for something else. The table of the
 * document requires `cancel_observed` too, but its sample has none.
 */
const TURN: JsonObject = {
  required: ['prompt', 'output', 'stop_reason'],
  properties: {
    prompt: { type: 'string' },
    output: { type: 'string' },
    stop_reason: STOP_REASON,
    cancel_observed: { type: 'boolean' },
  },
}

/** The payload members of both generations that report on turns. */
const TURN_PAYLOAD: JsonObject = {
  turn: TURN,
  turns: { items: TURN },
  final_stop_reason: STOP_REASON,
}

const TEXT: JsonObject = { type: 'string' }

/** The JSON Schema of a claw 1.0 document; payload members stand beside those named here. */
export const CLAW_1_SCHEMA: JsonObject = {
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

const NO_ERROR: JsonObject = { exit_code: { const: 0 }, error: false }
const ERROR_MEMBERS: JsonObject = {
  operation: TEXT,
  target: TEXT,
  retryable: { type: 'boolean' },
  message: TEXT,
  hint: TEXT,
}
const FAILURE: JsonObject = {
  type: 'object',
  required: ['kind', 'operation', 'target', 'retryable', 'message'],
  properties: { kind: { enum: [...FAILURE_KINDS] }, ...ERROR_MEMBERS },
}
const MISSING: JsonObject = {
  type: 'object',
  required: ['kind', 'retryable', 'message'],
  properties: { kind: { enum: [...MISSING_KINDS] }, ...ERROR_MEMBERS },
}
/** A signal ends the process with a number of its own, which the body repeats. */
const FAILED: JsonObject = { enum: [1, 129, 130, 131, 143] }

/**
 * The JSON Schema of a claw 2.0 document; payload members stand beside those named here. The samples of
 * the document leave `output_format` and `schema_version` out, so readers do not require them.
 */
export const CLAW_2_SCHEMA: JsonObject = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'claw 2.0 document',
  type: 'object',
  required: ['timestamp', 'command', 'exit_code'],
  properties: {
    timestamp: {
      type: 'string',
      pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$',
    },
    command: TEXT,
    exit_code: { type: 'integer' },
    output_format: { const: 'json' },
    schema_version: TEXT,
    ...TURN_PAYLOAD,
  },
  oneOf: [
    { title: 'result', properties: NO_ERROR },
    {
      title: 'missing entity',
      required: ['name', 'found', 'error'],
      properties: { exit_code: FAILED, name: TEXT, found: { enum: [false] }, error: MISSING },
    },
    {
      title: 'failure',
      required: ['error'],
      properties: { exit_code: FAILED, error: FAILURE },
    },
    { title: 'time limit', properties: { exit_code: { const: 2 }, error: FAILURE } },
  ],
}
