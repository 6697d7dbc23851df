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
  const { code, message, detail, title } = { ...document, ...body }
  const name = [code, body?.['kind']].find(
    (each) => typeof each === 'string' || typeof each === 'number',
  )
  const texts = [message, error, first, detail, title].filter((text) => typeof text === 'string')
  return { code: name?.toString(), message: texts.find((text) => text !== '') }
}

/** Tests for a document that says in one word that it is a failure. */
export function claimsFailure(document: JsonValue | undefined): boolean {
  const { ok, success } = Object(document) as JsonObject
  return [ok, success].some((value) => value === false || value === 'false')
}

/** Tests for other marks of an error, which count for nothing beside a claim of success. */
function isMarked(document: JsonObject): boolean {
  const { ok, success, status, statusCode, type, errors, code, isError } = document
  if (ok === true || success === true) return false
  if (typeof status === 'string' && /^(?:error|fail|failed|failure)$/i.test(status)) return true
  if (type === 'error' || isError === true) return true
  if (typeof errors === 'object' && isSomething(errors)) return true
  const hasText = ['message', 'title', 'detail'].some((name) => typeof document[name] === 'string')
  return hasText && [status, statusCode, code].some(isErrorNumber)
}

/** Tests for a number of HTTP or JSON-RPC. */
function isErrorNumber(value: JsonValue | undefined): boolean {
  return typeof value === 'number' && (value < 0 || (value >= 400 && value < 600))
}

function isSomething(value: JsonValue | undefined): boolean {
  if (!value) return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}
