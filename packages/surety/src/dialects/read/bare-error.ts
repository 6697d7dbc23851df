import { objectOf, type JsonObject, type JsonValue } from '../../contract/index.ts'

/** Tests for a bare error: a code and a message as texts. */
export function isErrorBody(document: JsonValue): document is JsonObject {
  const { code, message } = objectOf(document)
  return typeof code === 'string' && typeof message === 'string'
}

/** Tests for a code and a message where no exit says that they are an error. */
export function isLikeAnError(document: JsonValue): boolean {
  return isErrorBody(document) && !SUCCESS.test(document['code'] as string)
}

const SUCCESS = /^(?:ok|okay|success|successful|succeeded|done)$/i
