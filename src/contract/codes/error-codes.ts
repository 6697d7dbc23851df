import codes from './error-codes.json' with { type: 'json' }
import features from './features.json' with { type: 'json' }
import type { FailureName, SignalExitName } from './exit-codes.ts'

/** One of the error codes that surety itself raises. */
export type ErrorCode = keyof typeof codes | keyof typeof features.errors

interface RaisedError {
  readonly exit: FailureName | SignalExitName
  readonly meaning: string
}

/**
 * The error codes that surety itself raises. Exit and retryability follow from the code and are never chosen
 * where the error is raised.
 */
export const ERROR_CODES = Object.freeze({ ...codes, ...features.errors }) as Readonly<
  Record<ErrorCode, RaisedError>
>

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code)
}

/** Members of `meta` that features of the framework write; each is a text. */
export const FEATURE_META: readonly string[] = features.meta

/** Tests for a line of a stream that is neither an item nor an answer. */
export function isNotice(record: Readonly<Record<string, unknown>>): boolean {
  return features.notices.some((mark) => record[mark] === true)
}
