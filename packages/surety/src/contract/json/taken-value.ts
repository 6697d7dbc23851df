// Not beside isJsonObject(), which every start loads.
import { isJsonObject, type JsonArray, type JsonObject } from './json-value.ts'

/** Takes a value as an object; anything else has no members. */
export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}

/** Takes a value as a list; anything else has no items. */
export function listOf(value: unknown): JsonArray {
  return Array.isArray(value) ? value : []
}
