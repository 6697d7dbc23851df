import { isJsonObject, type JsonValue } from '../contract/index.ts'
import { isDeeperThan } from '../internal/json/json-members.ts'

/** How deep a value may nest before the recursive writers are not trusted with it. */
const MAX_DEPTH = 200

/** Tests whether a value has members deeper than {@link MAX_DEPTH}. */
export function isTooDeep(value: JsonValue): boolean {
  return isDeeperThan(MAX_DEPTH + 1, value)
}

/** Copies a value, with `flatten` applied to what lies deeper than {@link MAX_DEPTH}. */
export function cutDeep(
  value: JsonValue,
  flatten: (value: JsonValue) => JsonValue,
  depth = 0,
): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) return flatten(value)
  if (!isJsonObject(value)) return value.map((element) => cutDeep(element, flatten, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, cutDeep(member, flatten, depth + 1)]),
  )
}
