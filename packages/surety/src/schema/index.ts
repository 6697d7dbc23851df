export { s, type AnySchema } from './builder.ts'
export { acceptsAbsence, inputJsonSchema, outputJsonSchema } from './describe-schema.ts'
export { type Definition } from './definition.ts'
export { type JsonSchema } from './json-schema.ts'
export {
  Schema,
  type ArraySchema,
  type NumberSchema,
  type ObjectSchema,
  type StringSchema,
} from './schema.ts'
export {
  type Infer,
  type InferInput,
  type StandardIssue,
  type StandardSchema,
} from './standard-schema.ts'
