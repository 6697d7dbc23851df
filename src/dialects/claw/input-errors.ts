import {
  isJsonObject,
  type FailureOutcome,
  type JsonObject,
  type JsonValue,
  type Outcome,
} from '../../contract/index.ts'
import { withoutMembers } from '../../internal/json/json-members.ts'
import type { EncodeOptions } from '../dialect.ts'

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

/** Returns the first problem with the input, if the framework reports one. */
export function firstInputError(details: JsonObject | undefined): JsonObject | undefined {
  const [first] = Array.isArray(details?.['errors']) ? (details['errors'] as JsonValue[]) : []
  return isJsonObject(first) ? first : undefined
}

/** Returns the command that was asked for, if there is none of that name. */
export function requestedCommand({ ok, error }: Outcome): string | undefined {
  if (ok) return undefined
  const problem = firstInputError(error.details)
  const word = problem?.['code'] === 'UNKNOWN_COMMAND' ? problem['value'] : undefined
  return typeof word === 'string' ? word : undefined
}
