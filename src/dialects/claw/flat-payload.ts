import {
  isJsonObject,
  type FailureOutcome,
  type JsonObject,
  type JsonValue,
  type Outcome,
} from '../../contract/index.ts'
import { withoutMembers } from '../../internal/json/json-members.ts'
import type { EncodeOptions } from '../dialect.ts'
import type { Ledger } from '../write/loss-ledger.ts'

/** Tests whether the members of a value can stand beside the envelope's own and be read back. */
export function fitsFlat(
  value: JsonValue | undefined,
  own: ReadonlySet<string>,
): value is JsonObject {
  if (!isJsonObject(value)) return false
  const keys = Object.keys(value)
  return !keys.some((key) => own.has(key)) && !(keys.length === 1 && keys[0] === 'data')
}

export function flatPayload(
  document: JsonObject,
  own: ReadonlySet<string>,
): Record<string, JsonValue> {
  return withoutMembers(document, own)
}

export function isWrapped(payload: JsonObject): boolean {
  const keys = Object.keys(payload)
  return keys.length === 1 && keys[0] === 'data'
}

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

/** Returns the members beside an error: flat in a tool's own answers, wrapped in translations, to tell them from details. */
export function writeLeftovers(
  outcome: FailureOutcome,
  own: ReadonlySet<string>,
  ledger: Ledger,
  { stow = 'never' }: EncodeOptions,
): JsonObject {
  const { data, error } = outcome
  if (stow !== 'never' || data === null) return writeFlatLeftovers(outcome, own, ledger)
  const details = fitsFlat(error.details, own) ? error.details : {}
  return { ...(fitsFlat(data, own) ? data : { data }), ...details }
}

/** How our framework reports problems with the input; claw has message, target and hint for them. */
const FRAMEWORK_MEMBERS: ReadonlySet<string> = new Set(['errors', 'reason', 'signal'])

/** Leaves the framework's own members out of an error that the framework raised. */
export function withoutInputErrors(
  outcome: FailureOutcome,
  { errorBody }: EncodeOptions,
): FailureOutcome {
  const { details } = outcome.error
  if (errorBody !== 'framework' || details === undefined) return outcome
  const rest = withoutMembers(details, FRAMEWORK_MEMBERS)
  const { details: _details, ...error } = outcome.error
  const isEmpty = Object.keys(rest).length === 0
  return { ...outcome, error: isEmpty ? error : { ...error, details: rest } }
}

export function firstInputError(details: JsonObject | undefined): JsonObject | undefined {
  const [first] = Array.isArray(details?.['errors']) ? (details['errors'] as JsonValue[]) : []
  return isJsonObject(first) ? first : undefined
}

export function requestedCommand({ ok, error }: Outcome): string | undefined {
  if (ok) return undefined
  const problem = firstInputError(error.details)
  const word = problem?.['code'] === 'UNKNOWN_COMMAND' ? problem['value'] : undefined
  return typeof word === 'string' ? word : undefined
}
