import { isJsonObject, type JsonValue } from '../contract/index.ts'
import { isDeeperThan } from '@surety/internal/json/json-depth.ts'
import { toJsonText } from '@surety/internal/json/json-text.ts'

/** How deep a value may nest before the recursive writers are not trusted with it. */
const MAX_DEPTH = 200

export function isTooDeep(value: JsonValue): boolean {
  return isDeeperThan(MAX_DEPTH + 1, value)
}

/** Replaces what nests too deep for the recursive writers with JSON text. */
export function bounded(value: JsonValue): JsonValue {
  return isTooDeep(value) ? cutDeep(value, 0) : value
}

function cutDeep(value: JsonValue, depth: number): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) return toJsonText(value)
  if (!isJsonObject(value)) return value.map((element) => cutDeep(element, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, cutDeep(member, depth + 1)]),
  )
}
