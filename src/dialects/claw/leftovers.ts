import type { FailureOutcome, JsonObject } from '../../contract/index.ts'
import type { EncodeOptions } from '../dialect.ts'
import { fitsFlat } from '../write/flat-payload.ts'
import type { Ledger } from '../write/loss-ledger.ts'
import { writeFlatLeftovers } from '../write/write-flat.ts'

/**
 * Returns the members that stand beside an error. In the tool's own answers the payload of a failure is
 * flat, as in a result; in translations it is wrapped, so that readers can tell it from details.
 */
export function writeLeftovers(
  outcome: FailureOutcome,
  own: ReadonlySet<string>,
  ledger: Ledger,
  { stow = 'never' }: EncodeOptions,
): JsonObject {
  const { data, error } = outcome
  const isOwnAnswer = stow === 'never' && error.details === undefined
  if (isOwnAnswer && fitsFlat(data, own) && Object.keys(data).length > 0) return data
  return writeFlatLeftovers(outcome, own, ledger)
}
