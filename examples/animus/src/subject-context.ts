import { defineErrors } from 'surety'

/** The five codes that the contract knows, by what they stand for. */
export const errors = defineErrors({
  internal: 'GENERAL_ERROR',
  invalid_input: 'ARG_ERROR',
  not_found: 'NOT_FOUND',
  conflict: 'CONFLICT',
  unavailable: 'UNAVAILABLE',
})

/** The part of a handler's context that subject commands share. */
export interface SubjectContext {
  readonly globals: {
    readonly projectRoot: string
    readonly flat: boolean
    readonly taskShape: boolean
  }
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly fail: (
    code: keyof typeof errors,
    message: string,
    facts?: { readonly details?: object },
  ) => never
}
