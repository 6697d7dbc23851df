/** What every Standard Schema library puts behind `~standard`, as far as surety uses it. */
export interface StandardProps<Input = unknown, Output = Input> {
  readonly version: 1
  readonly vendor: string
  /** Exists for the compiler only. */
  readonly types?: { readonly input: Input; readonly output: Output } | undefined
  readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
  /** Present in libraries that can describe themselves, as ours and zod from 4.2 on. */
  readonly jsonSchema?: StandardJsonSchema
}

/** A schema of any library that follows Standard Schema v1. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': StandardProps<Input, Output>
}

/** What a validation ends in: a value, or every problem that was found. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

/** One problem with a value. */
export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** The draft of JSON Schema that is wanted. */
export type JsonSchemaTarget = 'draft-07' | 'draft-2020-12' | (string & {})

/** Turns a schema into JSON Schema, for what goes in and for what comes out. */
export interface StandardJsonSchema {
  readonly input: (options: { readonly target: JsonSchemaTarget }) => Record<string, unknown>
  readonly output: (options: { readonly target: JsonSchemaTarget }) => Record<string, unknown>
}

/** The type of a schema's result. */
export type Infer<S extends StandardSchema> = NonNullable<S['~standard']['types']>['output']
/** The type that a schema takes. */
export type InferInput<S extends StandardSchema> = NonNullable<S['~standard']['types']>['input']
