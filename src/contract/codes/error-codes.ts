import { ERROR_EXITS, type ErrorCode } from './error-exits.ts'
import meanings from './error-meanings.json' with { type: 'json' }
import features from './features.json' with { type: 'json' }

interface RaisedError {
  readonly exit: (typeof ERROR_EXITS)[ErrorCode]
  readonly meaning: string
}

/** The error codes that surety itself raises, with what each means. */
export const ERROR_CODES = Object.freeze({
  ...Object.fromEntries(
    Object.entries(meanings).map(([code, meaning]) => [
      code,
      { exit: ERROR_EXITS[code as ErrorCode], meaning },
    ]),
  ),
  ...features.errors,
}) as Readonly<Record<ErrorCode, RaisedError>>

/** Members of `meta` that features of the framework write; each is a text. */
export const FEATURE_META: readonly string[] = features.meta

/** Tests for a line of a stream that is neither an item nor an answer. */
export function isNotice(record: Readonly<Record<string, unknown>>): boolean {
  return features.notices.some((mark) => record[mark] === true)
}
