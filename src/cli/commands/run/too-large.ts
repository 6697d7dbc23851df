import type { JsonValue } from '../../../contract/index.ts'

const DEFAULT_MAX_BYTES = 1024 * 1024
/** Room for what surrounds the data. */
const OVERHEAD = 4096

/** Why an answer cannot be continued where it was cut. */
export const NO_CONTINUATION =
  'The rest cannot be fetched, because that would run the tool again; set SURETY_MAX_OUTPUT_BYTES=0 to get all of it at once.'

/** Tells whether data is more than the framework puts into one answer. */
export function isTooLarge(data: JsonValue, limit: string | undefined): boolean {
  const given = limit === undefined ? Number.NaN : Number(limit)
  const most = Number.isInteger(given) && given >= 0 ? given : DEFAULT_MAX_BYTES
  return most > 0 && Buffer.byteLength(JSON.stringify(data)) > most - OVERHEAD
}
