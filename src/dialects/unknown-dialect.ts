import { suretyError, type SuretyError } from '../contract/index.ts'

/** Makes the error for a dialect id that nothing answers to. */
export function unknownDialect(id: string, message: string): SuretyError {
  return suretyError('INVALID_CHOICE', message, { target: id })
}
