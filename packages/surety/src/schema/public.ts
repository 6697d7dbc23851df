/** What `surety/schema` offers: the schema builder, and reading schemas of any library. */
export { s } from './builder.ts'
export { coerceText } from './coerce-text.ts'
export type { Coerced } from './coerce.ts'
export { inputJsonSchema, outputJsonSchema } from './describe-schema.ts'
export type { JsonSchema } from './json-schema.ts'
export type { ArraySchema, NumberSchema, ObjectSchema, Schema, StringSchema } from './schema.ts'
export type { Infer } from './standard-schema.ts'
