import type { JsonObject } from '../json/json-value.ts'

const MEDIA_TYPE = '^[a-z0-9][a-z0-9!#$&^_.+-]*/[a-z0-9][a-z0-9!#$&^_.+-]*$'
const OPEN: JsonObject = { type: 'object', additionalProperties: true }
const VALUES: JsonObject = { type: 'array', items: { type: ['string', 'integer'] } }

/** Integers on an integer flag, texts on every other. */
const VALUES_FIT: JsonObject = {
  if: { required: ['type'], properties: { type: { const: 'integer' } } },
  // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
  then: { properties: { enum_values: { items: { type: 'integer' } } } },
  else: { properties: { enum_values: { items: { type: 'string' } } } },
}

const ifHas = (name: string, then: JsonObject): JsonObject => ({
  if: { required: [name] },
  // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
  then,
})

/** Gives the shape of an option in a manifest of contract 1.16. */
export function flagSchema(): JsonObject {
  return {
    type: 'object',
    required: ['type', 'required', 'description'],
    additionalProperties: false,
    properties: {
      type: {
        type: 'string',
        enum: ['string', 'integer', 'number', 'boolean', 'array', 'enum', 'object'],
      },
      required: { type: 'boolean' },
      description: { type: 'string' },
      default: {},
      enum_values: VALUES,
      short: { type: 'string', maxLength: 1 },
      pattern: { type: 'string' },
      pattern_type: {
        type: 'string',
        enum: ['alphanumeric_id', 'uuid', 'semver', 'filepath', 'url'],
      },
      env_vars: { type: 'array', items: { $ref: '#/definitions/EnvVarEntry' }, minItems: 1 },
      schema: OPEN,
      media_types: { $ref: '#/definitions/MediaTypeMap' },
    },
    not: { required: ['pattern', 'pattern_type'] },
    allOf: [
      {
        if: { required: ['type'], properties: { type: { const: 'object' } } },
        // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
        then: { required: ['schema'] },
      },
      ifHas('schema', { properties: { type: { enum: ['object', 'array'] } } }),
      ifHas('media_types', {
        required: ['enum_values'],
        properties: { type: { const: 'enum' } },
      }),
      VALUES_FIT,
    ],
  }
}

/** Gives the shape of a positional argument. */
export function positionalSchema(): JsonObject {
  return {
    type: 'object',
    required: ['name', 'type', 'required', 'description'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', pattern: '^[a-z][a-z0-9_-]*$' },
      type: { type: 'string', enum: ['string', 'integer', 'number', 'enum'] },
      required: { type: 'boolean' },
      description: { type: 'string' },
      enum_values: VALUES,
      variadic: { type: 'boolean' },
    },
    allOf: [
      {
        if: { properties: { type: { const: 'enum' } } },
        // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
        then: { required: ['enum_values'] },
      },
      VALUES_FIT,
    ],
  }
}

/** Gives the shape of an environment variable. */
export function envVarSchema(): JsonObject {
  return {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$' },
      deprecated: { type: 'boolean', default: false },
      description: { type: 'string' },
    },
  }
}

/** Gives the shape of a map from formats to media types. */
export function mediaTypesSchema(): JsonObject {
  return {
    type: 'object',
    minProperties: 1,
    propertyNames: { minLength: 1 },
    additionalProperties: { type: 'string', pattern: MEDIA_TYPE },
  }
}
