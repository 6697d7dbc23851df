import type { SuccessEnvelope } from './envelope.ts'
import type { JsonValue } from '../json/json-value.ts'

/** What {@link respondPlainly} makes an envelope of. */
export interface PlainSuccess {
  /** JSON already. */
  readonly data: JsonValue
  readonly warnings: readonly string[]
  readonly meta: Readonly<Record<string, JsonValue | undefined>>
}

/**
 * Makes the envelope of an everyday success, exactly as `respond()` would, or gives null where there
 * is anything to look at twice. It needs no table and no validator, so that a run that simply works
 * loads neither.
 */
export function respondPlainly(success: PlainSuccess): SuccessEnvelope<JsonValue> | null {
  const { data, warnings, meta } = success
  const { duration_ms: duration } = meta
  if (typeof data !== 'object' || data === null) return null
  if (typeof duration !== 'number' || !Number.isInteger(duration) || duration < 0) return null
  for (const warning of warnings) if (typeof warning !== 'string') return null
  const said: Record<string, JsonValue> & { duration_ms: number } = { duration_ms: duration }
  for (const key in meta) {
    if (isSpecial(key)) return null
    const value = meta[key]
    if (value !== undefined) said[key] = value
  }
  return Object.freeze({
    ok: true,
    data,
    error: null,
    warnings: Object.freeze(warnings.slice()),
    meta: Object.freeze(said),
  })
}

/** Tests for members of meta that the contract names, and so checks and puts in order. */
function isSpecial(key: string): boolean {
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
