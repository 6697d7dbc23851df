import { coerce, type Coerced } from './coerce.ts'
import { definitionOf, definitionOfJson } from './foreign.ts'
import type { JsonSchema } from './json-schema.ts'
import { Schema } from './schema.ts'
import type { StandardSchema } from './standard-schema.ts'

/**
 * Turns a text from the command line into the value that a schema expects: "5" is 5 for a number and
 * "5" for a string. Schemas of every library are treated alike.
 *
 * @example
 * ```ts
 * import { coerceText, s } from 'surety/schema'
 *
 * coerceText(s.integer(), '5') // { ok: true, value: 5 }
 * ```
 */
export function coerceText(schema: StandardSchema | JsonSchema, text: string): Coerced {
  if (schema instanceof Schema) return coerce(schema.def, text)
  const isSchema = '~standard' in schema
  const def = isSchema ? definitionOf(schema as StandardSchema) : definitionOfJson(schema)
  return coerce(def, text)
}
