import { ERROR_EXITS, type ErrorCode } from './error-exits.ts'
import meanings from './error-meanings.json' with { type: 'json' }

interface RaisedError {
  readonly exit: (typeof ERROR_EXITS)[ErrorCode]
  readonly meaning: string
}

/** The error codes that surety itself raises, with what each means. */
export const ERROR_CODES = Object.freeze(
  Object.fromEntries(
    Object.entries(meanings).map(([code, meaning]) => [
      code,
      { exit: ERROR_EXITS[code as ErrorCode], meaning },
    ]),
  ),
) as Readonly<Record<ErrorCode, RaisedError>>
