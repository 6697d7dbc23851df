import { FAILURE_NAMES, type JsonObject } from '../../contract/index.ts'
import { ERROR_TEXTS } from './description.ts'

const place = (description: string): JsonObject => ({ $ref: '#/definitions/place', description })
const scalar: JsonObject = { type: ['string', 'number', 'boolean', 'null'] }
const values: JsonObject = { type: 'array', minItems: 1, items: scalar }
const failures = [...FAILURE_NAMES]
const names = ['SUCCESS', ...failures]

/** The JSON Schema of a dialect file, published as `schemas/dialect.json`. */
export const descriptionSchema: JsonObject = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'A dialect in a file',
  description: 'Describes an envelope of your own, so that surety can read and write it.',
  type: 'object',
  additionalProperties: false,
  required: ['surety_dialect', 'id', 'data'],
  definitions: {
    place: {
      type: 'string',
      minLength: 1,
      description: 'A JSON pointer (/error/code) or a dotted path (error.code).',
    },
  },
  properties: {
    $schema: { type: 'string' },
    surety_dialect: { const: 1, description: 'The version of this format.' },
    id: { type: 'string', pattern: '^[a-z][a-z0-9]*([.-][a-z0-9]+)*$' },
    title: { type: 'string' },
    layout: { enum: ['compact', 'pretty', 'pretty-ascii'], default: 'compact' },
    ok: {
      type: 'object',
      description: 'The member that tells success from failure.',
      additionalProperties: false,
      required: ['at', 'success', 'failure'],
      properties: { at: place('Where it is.'), success: values, failure: values },
    },
    constants: { type: 'object', description: 'Place to the value that is always written there.' },
    data: {
      type: 'string',
      description: 'Where the payload is; empty: every member that is not the envelope\u2019s own.',
    },
    error: {
      type: 'object',
      additionalProperties: false,
      properties: {
        at: place('The member whose presence means failure.'),
        stream: { enum: ['stdout', 'stderr'], default: 'stdout' },
        ...Object.fromEntries(ERROR_TEXTS.map((key) => [key, place(`Where ${key} is.`)])),
        details: place('An object with more facts.'),
        retryable: place('A boolean: would the same call work later?'),
        wait: {
          type: 'object',
          additionalProperties: false,
          required: ['at', 'unit'],
          properties: { at: place('Where the wait is.'), unit: { enum: ['ms', 's'] } },
        },
      },
    },
    warnings: place('A list of texts.'),
    meta: place('An open object for the members of meta.'),
    meta_members: { type: 'object', additionalProperties: { $ref: '#/definitions/place' } },
    exits: {
      type: 'object',
      description: 'What exit numbers mean.',
      propertyNames: { pattern: '^(0|[1-9][0-9]{0,2})$' },
      additionalProperties: { enum: names },
    },
    exit_numbers: {
      type: 'object',
      description: 'The number to write for an exit name.',
      propertyNames: { enum: names },
      additionalProperties: { type: 'integer', minimum: 0, maximum: 255 },
    },
    codes: {
      type: 'object',
      description: 'Error code to category; * stands for any text.',
      additionalProperties: { enum: failures },
    },
    unused: { enum: ['absent', 'null'], default: 'absent' },
    order: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    stow: place('An object with room for what the dialect cannot say.'),
  },
}
