import type { Infer, InferInput, StandardIssue, StandardSchema } from '../../schema/index.ts'

export type { StandardSchema }

/** Schemas by name: the arguments or options of a command. */
export type Shape = Readonly<Record<string, StandardSchema>>
/** The value that a schema returns for valid input. */
export type OutputOf<S extends StandardSchema> = Infer<S>
/** The value that a schema accepts as input. */
export type InputOf<S extends StandardSchema> = InferInput<S>
/** The values of a shape after validation. */
export type ValuesOf<S extends Shape> = { readonly [Name in keyof S]: Infer<S[Name]> }

/** Joins an issue's path into `a.b.0`. */
export function issuePath(issue: StandardIssue): string {
  return (issue.path ?? [])
    .map((step) => String(typeof step === 'object' && step !== null ? step.key : step))
    .join('.')
}

type Validated = ReturnType<StandardSchema['~standard']['validate']>

/** Checks a value; a schema that throws, as a transformation may, refuses it. */
export function validateWith(schema: StandardSchema, value: unknown): Validated {
  try {
    const result = schema['~standard'].validate(value)
    // A promise of another library or realm is one too.
    return (result as Partial<Promise<unknown>> | undefined)?.then
      ? Promise.resolve(result).catch(refusalOf)
      : result
  } catch (error) {
    return refusalOf(error)
  }
}

function refusalOf(error: unknown): { readonly issues: readonly StandardIssue[] } {
  return { issues: [{ message: error instanceof Error ? error.message : String(error) }] }
}
