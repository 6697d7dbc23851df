export { s, type AnySchema, type Members, type ObjectInput, type ObjectOutput } from './builder.ts'
export { type IssueCode, type SchemaIssue } from './check.ts'
export {
  acceptsAbsence,
  coerceText,
  compileCoercion,
  inputJsonSchema,
  outputJsonSchema,
  type Coerced,
  type Coercion,
} from './coerce.ts'
export { type Annotations, type Def, type TextFormat, type TextKind } from './def.ts'
export { type JsonSchema } from './json-schema.ts'
export {
  ArraySchema,
  NumberSchema,
  ObjectSchema,
  Schema,
  StringSchema,
  type Checked,
  type SuretyStandardProps,
} from './schema.ts'
export {
  type Infer,
  type InferInput,
  type JsonSchemaTarget,
  type StandardIssue,
  type StandardJsonSchema,
  type StandardProps,
  type StandardResult,
  type StandardSchema,
} from './standard.ts'
export { parseDuration } from './text-forms.ts'
