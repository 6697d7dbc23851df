/** What `surety/schema` offers: the schema builder, and reading schemas of any library. */
export { s, type AnySchema } from './builder.ts'
export type { SchemaIssue } from './check.ts'
export { coerceText, inputJsonSchema, outputJsonSchema, type Coerced } from './coerce.ts'
export type { JsonSchema } from './json-schema.ts'
export type { ArraySchema, NumberSchema, ObjectSchema, Schema, StringSchema } from './schema.ts'
export type { Infer, InferInput, StandardSchema } from './standard.ts'
