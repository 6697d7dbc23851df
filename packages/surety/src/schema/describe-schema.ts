import { BIGINT_SCHEMA, type JsonSchema, type Side } from './json-schema.ts'
import type { StandardSchema } from './standard-schema.ts'

/**
 * Describes the input of a schema of any library. A schema that cannot describe itself is tried out
 * with sample values.
 *
 * @example
 * ```ts
 * import { inputJsonSchema, s } from 'surety/schema'
 *
 * inputJsonSchema(s.duration()) // { type: 'string', pattern: …, … }
 * ```
 */
export function inputJsonSchema(schema: StandardSchema): JsonSchema {
  const known = inputs.get(schema)
  if (known) return known
  const own = ownDescription(schema, 'input')
  const described = own ? withoutEmptyOptions(own) : probeJsonSchema(schema)
  inputs.set(schema, described)
  return described
}

const inputs = new WeakMap<StandardSchema, JsonSchema>()

/**
 * Describes the output of a schema of any library; one that cannot describe itself may give anything.
 *
 * @example
 * ```ts
 * import { outputJsonSchema, s } from 'surety/schema'
 *
 * outputJsonSchema(s.duration()) // { type: 'integer', minimum: 0, … }
 * ```
 */
export function outputJsonSchema(schema: StandardSchema): JsonSchema {
  return ownDescription(schema, 'output') ?? {}
}

/** Tests whether a schema accepts a missing value, by trying. */
export function acceptsAbsence(schema: StandardSchema): boolean {
  return accepts(schema, undefined)
}

function ownDescription(schema: StandardSchema, side: Side): JsonSchema | undefined {
  try {
    return schema['~standard'].jsonSchema?.[side]({ target: 'draft-07' })
  } catch {
    // Libraries throw at what JSON Schema cannot express: dates, transformations, checks in code.
    return undefined
  }
}

/** Removes empty options of `anyOf`, which some libraries write for an optional value. */
function withoutEmptyOptions(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf)) return schema
  const options = anyOf.map(asSchema).filter((option) => Object.keys(option).length > 0)
  if (options.length === 0 || options.length === anyOf.length) return schema
  return options.length === 1 ? { ...rest, ...options[0] } : { ...rest, anyOf: options }
}

/** Gives a part of a JSON Schema, or an empty schema for anything that is not an object. */
export function asSchema(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? (value as JsonSchema) : {}
}

const BIGINTS = [0n, 1n, -1n, 10n, 100n, 1000n, 1_000_000n]
const NUMBERS = [0, 1, -1, 0.5, 10, 100, 1e3, 1e4, 1e5, 1e6]

/**
 * Finds out by trying whether a schema stands for a switch, a number or a list: as much as the
 * command line needs to know. A schema that accepts text gets the text as it is.
 */
function probeJsonSchema(schema: StandardSchema): JsonSchema {
  const takes = (value: unknown): boolean => accepts(schema, value)
  if (takes('') || takes('x')) return {}
  const takesNumber = NUMBERS.some(takes)
  // A schema that accepts both numbers and booleans converts them.
  if (takes(true) || takes(false)) return takesNumber ? {} : { type: 'boolean' }
  if (takesNumber) return { type: 'number' }
  if (BIGINTS.some(takes)) return BIGINT_SCHEMA
  if (takes(['x'])) return { type: 'array', items: {} }
  if (NUMBERS.some((number) => takes([number]))) return { type: 'array', items: { type: 'number' } }
  if (BIGINTS.some((number) => takes([number]))) return { type: 'array', items: BIGINT_SCHEMA }
  return takes([]) ? { type: 'array', items: {} } : {}
}

/** Tests whether a schema accepts a value; an asynchronous answer and a thrown error count as no. */
function accepts(schema: StandardSchema, value: unknown): boolean {
  try {
    const result = schema['~standard'].validate(value)
    if (!(result instanceof Promise)) return result.issues === undefined
    // Nobody awaits the answer, and an unhandled rejection would end the process.
    result.catch(() => {})
    return false
  } catch {
    // A check in code that was not made for this type of value.
    return false
  }
}
