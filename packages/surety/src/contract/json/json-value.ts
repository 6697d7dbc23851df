/** A value that JSON can carry without loss. */
export type JsonValue = JsonScalar | JsonArray | JsonObject
/** A JSON value without members. */
export type JsonScalar = string | number | boolean | null
export type JsonArray = readonly JsonValue[]
/** A JSON object. */
export type JsonObject = { readonly [key: string]: JsonValue }

/** Tests for an object that is neither an array nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses a JSON text; undefined, which is no JSON value, if it is none. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

/** The most values that are copied without a look at how often each object stands in the whole. */
const MAX_PLAIN = 200_000
const MAX_PLAIN_DEPTH = 500

/**
 * Copies a value that is plain JSON already, as nearly all data is; undefined if `toJsonValue` has to convert a part
 * of it. An undefined member is left out.
 */
export function plainJson(value: unknown): JsonValue | undefined {
  let left = MAX_PLAIN
  const copy = (part: unknown, depth: number): JsonValue | undefined => {
    switch (typeof part) {
      case 'string':
        return UNCLEAN.test(part) || !part.isWellFormed() ? undefined : part
      case 'number':
        return Number.isFinite(part) && !Object.is(part, -0) ? part : undefined
      case 'boolean':
        return part
      case 'object':
        if (part === null) return null
        if (depth > MAX_PLAIN_DEPTH || left < 0 || 'toJSON' in part) return undefined
        return Array.isArray(part) ? copyList(part, depth) : copyObject(part, depth)
      default:
        return undefined
    }
  }
  const copyList = (list: readonly unknown[], depth: number): JsonValue | undefined => {
    const items: JsonValue[] = []
    const { length } = list
    // A proxy may say anything.
    if (!(length >= 0)) return undefined
    for (let index = 0; index < length; index += 1) {
      const item = copy(list[index], depth + 1)
      if (item === undefined || (left -= 1) < 0) return undefined
      items.push(item)
    }
    return items
  }
  const copyObject = (object: object, depth: number): JsonValue | undefined => {
    const prototype: unknown = Object.getPrototypeOf(object)
    if (prototype !== Object.prototype && prototype !== null) return undefined
    if (Symbol.iterator in object || Symbol.asyncIterator in object) return undefined
    const members: Record<string, JsonValue> = {}
    for (const name of Object.keys(object)) {
      const value = (object as Record<string, unknown>)[name]
      const member = value === undefined ? null : copy(value, depth + 1)
      if (member === undefined || (left -= 1) < 0 || isOddName(name)) return undefined
      if (value !== undefined) members[name] = member
    }
    return members
  }
  try {
    return copy(value, 0)
  } catch {
    // A getter or a proxy threw.
    return undefined
  }
}

// oxlint-disable-next-line no-control-regex -- the one control character that many readers of JSON refuse
const UNCLEAN = /\0/

function isOddName(name: string): boolean {
  return name === '__proto__' || UNCLEAN.test(name) || !name.isWellFormed()
}
