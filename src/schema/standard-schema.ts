/** The part of `~standard` that surety uses. */
export interface StandardProps<Input = unknown, Output = Input> {
  readonly version: 1
  readonly vendor: string
  /** For the type checker only. */
  readonly types?: { readonly input: Input; readonly output: Output } | undefined
  readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
  /** Present in libraries that can describe their schemas, such as ours and zod since 4.2. */
  readonly jsonSchema?: StandardJsonSchema
}

/** A schema of any library that follows Standard Schema v1. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': StandardProps<Input, Output>
}

/** The result of a validation: a value, or every problem that was found. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

export type JsonSchemaTarget = 'draft-07' | 'draft-2020-12' | (string & {})

/** Describes the input or the output of a schema as JSON Schema. */
export interface StandardJsonSchema {
  readonly input: (options: { readonly target: JsonSchemaTarget }) => Record<string, unknown>
  readonly output: (options: { readonly target: JsonSchemaTarget }) => Record<string, unknown>
}

/** The output type of a schema. */
export type Infer<S extends StandardSchema> = NonNullable<S['~standard']['types']>['output']
export type InferInput<S extends StandardSchema> = NonNullable<S['~standard']['types']>['input']
