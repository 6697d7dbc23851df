import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import { setMember } from '../../internal/json/json-members.ts'

/**
 * Tests whether the members of a value can stand beside the envelope's own and be read back: it is an
 * object that has none of their names and that no reader would unwrap.
 */
export function fitsFlat(
  value: JsonValue | undefined,
  own: ReadonlySet<string>,
): value is JsonObject {
  if (!isJsonObject(value)) return false
  const keys = Object.keys(value)
  return !keys.some((key) => own.has(key)) && !(keys.length === 1 && keys[0] === 'data')
}

/** Collects the payload of a flat document: every member that is not the envelope's own. */
export function flatPayload(
  document: JsonObject,
  own: ReadonlySet<string>,
): Record<string, JsonValue> {
  const payload: Record<string, JsonValue> = {}
  for (const [key, value] of Object.entries(document)) {
    if (!own.has(key)) setMember(payload, key, value)
  }
  return payload
}

/** Tests for a payload whose only member is `data`; that member is then the data. */
export function isWrapped(payload: JsonObject): boolean {
  const keys = Object.keys(payload)
  return keys.length === 1 && keys[0] === 'data'
}
