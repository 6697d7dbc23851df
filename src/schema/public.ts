/** What `surety/schema` offers: the schema builder, and reading schemas of any library. */
export { s, type AnySchema } from './builder.ts'
export type { SchemaIssue } from './check.ts'
export { coerceText, type Coerced } from './coerce-text.ts'
export { inputJsonSchema, outputJsonSchema } from './describe-schema.ts'
export type { JsonSchema } from './json-schema.ts'
export type { ArraySchema, NumberSchema, ObjectSchema, Schema, StringSchema } from './schema.ts'
export type { Infer, InferInput, StandardSchema } from './standard-schema.ts'
