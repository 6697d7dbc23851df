import type { JsonObject, JsonValue } from '../../contract/index.ts'

/**
 * Tests for a document that calls itself a failure in any of the usual ways. With exit 0 only a dialect
 * without an envelope would read it as a success, which must not be guessed.
 */
export function saysFailure({ ok, success, status, error, errors }: JsonObject): boolean {
  if (ok === false || success === false) return true
  if (typeof status === 'string' && /^(?:error|fail|failed|failure)$/i.test(status)) return true
  return isSomething(error) || isSomething(errors)
}

function isSomething(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === false || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}
