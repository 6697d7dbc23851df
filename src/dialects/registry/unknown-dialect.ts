import { suretyError, type SuretyError } from '../../contract/index.ts'

/** Makes the error for a dialect id that cannot be used. */
export function unknownDialect(id: string, message: string): SuretyError {
  return suretyError('INVALID_CHOICE', message, { target: id })
}
