import codes from './error-codes.json' with { type: 'json' }
import type { FailureName, SignalExitName } from './exit-codes.ts'

/** One of the error codes that surety itself raises. */
export type ErrorCode = keyof typeof codes

interface RaisedError {
  readonly exit: FailureName | SignalExitName
  readonly meaning: string
}

/**
 * The error codes that surety itself raises. Exit and retryability follow from the code and are never chosen
 * where the error is raised.
 */
export const ERROR_CODES = Object.freeze(codes) as Readonly<Record<ErrorCode, RaisedError>>

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code)
}
