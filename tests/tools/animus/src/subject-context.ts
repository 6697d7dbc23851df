import { defineErrors } from 'surety'

/** The five codes of the contract with their exits. */
export const errors = defineErrors({
  internal: { exit: 'GENERAL_ERROR', description: 'Unclassified or unexpected' },
  invalid_input: { exit: 'ARG_ERROR', description: 'An argument or a value is wrong' },
  not_found: { exit: 'NOT_FOUND', description: 'There is no such resource' },
  conflict: { exit: 'CONFLICT', description: 'The state rules this out' },
  unavailable: { exit: 'UNAVAILABLE', description: 'A service cannot be reached' },
})

/** The part of a handler's context that subject commands share. */
export interface SubjectContext {
  readonly globals: {
    readonly projectRoot: string
    readonly wrapped: boolean
    readonly taskShape: boolean
  }
  readonly processEnv: Readonly<Record<string, string | undefined>>
  readonly fail: (
    code: keyof typeof errors,
    message: string,
    facts?: { readonly details?: object; readonly phase?: 'validation' },
  ) => never
}
