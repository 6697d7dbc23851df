import type { FailureOutcome, JsonObject, JsonValue } from '../../contract/index.ts'
import { fitsFlat } from './flat-payload.ts'
import type { Ledger } from './loss-ledger.ts'

/** Returns the members that carry a success's data in a flat document. */
export function writeFlatData(
  data: JsonValue,
  own: ReadonlySet<string>,
  ledger: Ledger,
): JsonObject {
  if (fitsFlat(data, own)) {
    ledger.wrote('/data')
    return data
  }
  ledger.wrappedData('/data')
  return { data }
}

/** Returns the members that carry what a failure says besides its error in a flat document. */
export function writeFlatLeftovers(
  outcome: FailureOutcome,
  own: ReadonlySet<string>,
  ledger: Ledger,
): JsonObject {
  const { data, error } = outcome
  if (data === null) ledger.wrote('/data')
  const isFlat = fitsFlat(error.details, own) && Object.keys(error.details).length > 0
  if (isFlat) {
    ledger.wrote('/error/details')
    return error.details
  }
  if (data === null) return {}
  ledger.wrappedData('/data')
  return { data }
}
