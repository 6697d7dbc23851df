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
