export { s, type AnySchema } from './builder.ts'
export {
  acceptsAbsence,
  compileCoercion,
  inputJsonSchema,
  outputJsonSchema,
  type Coercion,
} from './coerce.ts'
export { type Def } from './def.ts'
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
  type StandardResult,
  type StandardSchema,
} from './standard.ts'
