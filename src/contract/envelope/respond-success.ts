import type { SuccessEnvelope } from './envelope.ts'
import type { JsonArray, JsonObject, JsonValue } from '../json/json-value.ts'
import type { Outcome } from '../outcome/outcome.ts'

/**
 * Makes the envelope of a plain success, exactly as `respond()` would. Gives null for everything that
 * `respond()` checks or puts in order, so that a run that simply works loads no table and no validator.
 */
export function respondSuccess(
  success: Pick<Outcome, 'data' | 'warnings' | 'meta'>,
): SuccessEnvelope<JsonValue> | null {
  const { data, warnings, meta } = success
  const { duration_ms: duration } = meta
  if (!isArrayOrPlainObject(data)) return null
  if (typeof duration !== 'number' || !Number.isInteger(duration) || duration < 0) return null
  for (const warning of warnings) if (typeof warning !== 'string') return null
  const members: Record<string, JsonValue> & { duration_ms: number } = { duration_ms: duration }
  for (const key of Object.keys(meta)) {
    if (key === 'duration_ms') continue
    if (isNamedByContract(key)) return null
    const value = meta[key]
    if (value !== undefined) members[key] = value
  }
  return Object.freeze({
    ok: true,
    data,
    error: null,
    warnings: Object.freeze(warnings.slice()),
    meta: Object.freeze(members),
  })
}

function isArrayOrPlainObject(data: JsonValue): data is JsonArray | JsonObject {
  if (typeof data !== 'object' || data === null) return false
  if (Array.isArray(data)) return true
  const prototype: unknown = Object.getPrototypeOf(data)
  return prototype === Object.prototype || prototype === null
}

/** Tests for the members of meta that the contract names, and for the one that cannot be assigned. */
export function isNamedByContract(key: string): boolean {
  switch (key) {
    case 'request_id':
    case 'schema_version':
    case 'not_modified':
    case 'truncated':
    case 'cursor':
    case '__proto__':
      return true
    default:
      return false
  }
}
