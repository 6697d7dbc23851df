import { defineErrors } from 'surety'

/** The five codes of the contract with their exits. */
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
