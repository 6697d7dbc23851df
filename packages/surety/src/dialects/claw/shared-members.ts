import {
  isJsonObject,
  type FailureOutcome,
  type JsonObject,
  type JsonValue,
  type Outcome,
} from '../../contract/index.ts'
import { withoutMembers } from '@surety/internal/json/json-values.ts'
import type { EncodeOptions } from '../dialect.ts'
import type { CaptureReader } from '../read/capture-reader.ts'
import type { DraftError } from '../read/outcome-draft.ts'
import { errorFromExit } from '../read/read-members.ts'
import { RESERVED } from '../write/reserved.ts'
import { TIMEOUT_CODE, TIMEOUT_MESSAGE } from './kinds.ts'

/** Tests for a payload that could not stand beside the envelope's own members. */
export function isWrapped(payload: JsonObject): boolean {
  const keys = Object.keys(payload)
  return keys.length === 1 && keys[0] === 'data'
}

export function unwrapped(payload: JsonObject): JsonValue {
  return isWrapped(payload) ? (payload['data'] ?? null) : payload
}

export function stowedIn(document: JsonObject): JsonValue | undefined {
  return Object.hasOwn(document, RESERVED) ? document[RESERVED] : undefined
}

/** Tests whether the members of a value can stand beside the envelope's own and be read back. */
export function fitsFlat(
  value: JsonValue | undefined,
  own: ReadonlySet<string>,
): value is JsonObject {
  return isJsonObject(value) && !isWrapped(value) && !Object.keys(value).some((key) => own.has(key))
}

export function flatData(data: JsonValue, own: ReadonlySet<string>): JsonObject {
  return fitsFlat(data, own) ? data : { data }
}

/** Returns the members beside an error: flat in a tool's own answers, wrapped in translations. */
export function leftoversOf(
  { data }: FailureOutcome,
  { stow = 'never' }: EncodeOptions,
  own: ReadonlySet<string>,
  details: JsonObject | undefined,
): JsonObject {
  const isFlat = fitsFlat(details, own)
  if (stow === 'never' && data !== null) return { ...flatData(data, own), ...(isFlat && details) }
  return isFlat && Object.keys(details).length > 0 ? details : wrapped(data)
}

export function wrapped(data: JsonValue): JsonObject {
  return data === null ? {} : { data }
}

/** How our framework reports problems with the input; claw has message, target and hint for them. */
const FRAMEWORK_MEMBERS: ReadonlySet<string> = new Set(['errors', 'reason', 'signal'])

/** Returns the details to write: those of an error that the framework raised lack what the error itself says. */
export function ownDetails(
  { error: { details, operation, target } }: FailureOutcome,
  { errorBody }: EncodeOptions,
): JsonObject | undefined {
  if (errorBody !== 'framework' || details === undefined) return details
  const said = Object.keys(details).filter((name) =>
    [operation, target].some((fact) => fact !== undefined && fact === details[name]),
  )
  const rest = withoutMembers(details, new Set([...FRAMEWORK_MEMBERS, ...said]))
  return Object.keys(rest).length === 0 ? undefined : rest
}

export function firstInputError(details: JsonObject | undefined): JsonObject | undefined {
  const [first] = Array.isArray(details?.['errors']) ? (details['errors'] as JsonValue[]) : []
  return isJsonObject(first) ? first : undefined
}

/** Returns the verb of a call: in the tool's own answers argv[1], as the document says. */
export function verbOf(outcome: Outcome, { stow }: EncodeOptions): string | undefined {
  const { command = requestedCommand(outcome) } = outcome.meta
  return stow === undefined ? command?.split(' ')[0] : command
}

function requestedCommand({ ok, error }: Outcome): string | undefined {
  if (ok) return undefined
  const problem = firstInputError(error.details)
  const word = problem?.['code'] === 'UNKNOWN_COMMAND' ? problem['value'] : undefined
  return typeof word === 'string' ? word : undefined
}

export function checkExitRange(reading: CaptureReader): void {
  const { exitCode, signal } = reading
  if (signal || [0, 1, 2].includes(exitCode)) return
  reading.problem('exit_outside_contract', `claw exits with 0, 1 or 2, not ${exitCode}`)
}

export function checkBodyExit(reading: CaptureReader, inBody: JsonValue | undefined): void {
  const { exitCode, signal } = reading
  if (inBody === undefined || inBody === exitCode || signal) return
  const stated = `exit_code is ${JSON.stringify(inBody)}`
  reading.problem('body_contradicts_exit', `${stated} but the exit code is ${exitCode}`)
}

/** Makes the error for a document without one: exit 2 is a timeout, others are problems. */
export function errorOfExit(
  exit: number,
  found: JsonValue | undefined,
  complain: () => void,
): DraftError {
  if (exit === 2) return errorFromExit(TIMEOUT_CODE, 'TIMEOUT', TIMEOUT_MESSAGE)
  complain()
  return found === false
    ? errorFromExit('not_found', 'NOT_FOUND', 'What was asked for does not exist.')
    : errorFromExit('unknown', 'GENERAL_ERROR')
}
