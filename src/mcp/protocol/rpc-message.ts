import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../contract/index.ts'

/** The numbers that JSON-RPC has for messages that cannot be handled. */
export const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
export const INTERNAL_ERROR = -32_603

/** Reads one line of the channel: a message, or the answer to one that is none. Never throws. */
export function readMessage(line: string) {
  const value = parseJson(line)
  if (value === undefined) return refuse(null, PARSE_ERROR, 'The message is not JSON.')
  if (Array.isArray(value)) return refuse(null, INVALID_REQUEST, 'Batches are not supported.')
  if (!isJsonObject(value)) return refuse(null, INVALID_REQUEST, 'The message is not an object.')
  const problem = problemOf(value)
  if (problem === null) return { kind: 'message', message: value } as const
  return refuse(idOf(value), INVALID_REQUEST, problem)
}

function problemOf(message: JsonObject): string | null {
  const { jsonrpc, id, method, params } = message
  if (jsonrpc !== '2.0') return "The member jsonrpc must be '2.0'."
  if (id !== undefined && !isId(id)) return 'The id must be a text or a whole number.'
  if (method === undefined) {
    const isAnswer = id !== undefined && ('result' in message || isJsonObject(message['error']))
    return isAnswer ? null : 'The member method is missing.'
  }
  if (typeof method !== 'string') return 'The method must be a text.'
  return params === undefined || isJsonObject(params) ? null : 'The params must be an object.'
}

function isId(id: JsonValue): id is string | number {
  return typeof id === 'string' || Number.isSafeInteger(id)
}

/** Gives the id that an answer needs; null if there is none that can be used. */
export function idOf({ id }: JsonObject): string | number | null {
  return id !== undefined && isId(id) ? id : null
}

export function errorAnswer(id: string | number | null, code: number, message: string): JsonObject {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

function refuse(id: string | number | null, code: number, message: string) {
  return { kind: 'refused', answer: errorAnswer(id, code, message) } as const
}
