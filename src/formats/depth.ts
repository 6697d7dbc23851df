import { isJsonObject, type JsonValue } from '../contract/index.ts'

/** How deep a value may nest before the recursive writers are not trusted with it. */
export const MAX_DEPTH = 200

/** Tests whether a value nests deeper than {@link MAX_DEPTH}, without recursion. */
export function isTooDeep(root: JsonValue): boolean {
  let level: readonly JsonValue[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true
    const below: JsonValue[] = []
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue
      for (const member of Object.values(value)) {
        if (typeof member === 'object' && member !== null) below.push(member)
      }
    }
    level = below
  }
  return false
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
