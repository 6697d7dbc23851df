import type { JsonValue } from '../../../../contract/index.ts'

const DEFAULT_MAX_BYTES = 1024 * 1024
/** Room for the rest of the envelope. The framework reserves less, so it never cuts again. */
const OVERHEAD = 4096

/** Gives the size limit of the data in one answer; infinite if there is none. */
export function maxBytes(limit: string | undefined): number {
  const given = limit === undefined ? Number.NaN : Number(limit)
  const most = Number.isInteger(given) && given >= 0 ? given : DEFAULT_MAX_BYTES
  return most === 0 ? Number.POSITIVE_INFINITY : Math.max(64, most - OVERHEAD)
}

/** Counts the bytes of a value as JSON. */
export function bytesOf(value: JsonValue): number {
  return Buffer.byteLength(JSON.stringify(value))
}
