import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'

/** The words of a document that calls itself a failure. */
export interface SaidFailure {
  readonly code: string | undefined
  readonly message: string | undefined
}

/**
 * Returns what a document of no known dialect says about its failure, in any of the usual ways; undefined if
 * it does not call itself one. Counts (`errors: 3`) and a zero are no sign.
 */
export function saidFailure(document: JsonValue | undefined): SaidFailure | undefined {
  if (!isJsonObject(document)) return undefined
  const { error, errors } = document
  if (!claimsFailure(document) && !isSomething(error) && !isMarked(document)) return undefined
  const first = Array.isArray(errors) ? (errors as readonly JsonValue[])[0] : errors
  const body = [error, first].find((each) => each !== undefined && isJsonObject(each))
  const { code, kind, message } = { ...document, ...body }
  const name = [code, kind].find((each) => typeof each === 'string' || typeof each === 'number')
  const texts = [message, error, first].filter((text) => typeof text === 'string')
  return { code: name?.toString(), message: texts.find((text) => text !== '') }
}

/** Tests for a document that says in one word that it is a failure. */
export function claimsFailure({ ok, success }: JsonObject): boolean {
  return [ok, success].some((value) => value === false || value === 'false')
}

/** Tests for other marks of an error, which count for nothing beside a claim of success. */
function isMarked({ ok, success, status, type, errors, code, message }: JsonObject): boolean {
  if (ok === true || success === true) return false
  if (typeof status === 'string' && /^(?:error|fail|failed|failure)$/i.test(status)) return true
  if (type === 'error' || (typeof errors === 'object' && isSomething(errors))) return true
  return typeof message === 'string' && [status, code].some(isErrorNumber)
}

/** Tests for a number of HTTP or JSON-RPC. */
function isErrorNumber(value: JsonValue | undefined): boolean {
  return typeof value === 'number' && (value < 0 || (value >= 400 && value < 600))
}

function isSomething(value: JsonValue | undefined): boolean {
  if (!value) return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}
