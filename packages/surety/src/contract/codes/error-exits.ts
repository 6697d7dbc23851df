import codes from './error-codes.json' with { type: 'json' }
import type { FailureName, SignalExitName } from './exit-names.ts'

/** One of the error codes that surety itself raises. */
export type ErrorCode = keyof typeof codes

/** The exit of each code; it follows from the code and is never chosen where the error is raised. */
export const ERROR_EXITS = codes as Record<ErrorCode, FailureName | SignalExitName>

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_EXITS, code)
}
