/** A value that JSON can carry without loss. */
export type JsonValue = JsonScalar | JsonArray | JsonObject
/** A JSON value without members. */
export type JsonScalar = string | number | boolean | null
/** A JSON array. */
export type JsonArray = readonly JsonValue[]
/** A JSON object. */
export type JsonObject = { readonly [key: string]: JsonValue }

/** Tests for an object that is neither an array nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
