import {
  objectOf,
  isJsonObject,
  type FailureName,
  type JsonObject,
  type JsonValue,
} from '../../contract/index.ts'
import { setMember } from '@surety/internal/json/json-members.ts'
import {
  mergedDetails,
  synthesisedError,
  type Draft,
  type DraftError,
  fitsMeta,
} from './outcome-draft.ts'
import { RESERVED } from '../write/reserved.ts'
import type { Envelope, CaptureReader } from './capture-reader.ts'

/** Decides whether an envelope with an `ok` member is a failure, and reports every contradiction. */
export function isFailure(
  reading: CaptureReader,
  envelope: Envelope,
  names: readonly string[],
): boolean {
  const { document } = envelope
  const { ok, error } = document
  const disagreeing = reading.checkDuplicates(envelope, names)
  const hasError = error != null
  if (typeof ok !== 'boolean') reading.problem('ok_not_boolean', 'ok is neither true nor false')
  if (ok === true && hasError)
    reading.problem('error_on_success', 'ok is true although there is an error')
  if (ok === true && reading.exitCode !== 0) {
    reading.problem('ok_contradicts_exit', `ok is true but the exit code is ${reading.exitCode}`)
  }
  const failed = ok !== true || hasError || disagreeing.size > 0
  if (failed && reading.exitCode === 0) {
    reading.problem('ok_contradicts_exit', 'the envelope reports a failure but the exit code is 0')
  }
  return failed || reading.exitCode !== 0
}

/** How many unknown members are reported; a document may have any number. */
export const MAX_NAMED = 16

/** Reads unknown top-level members into meta, where they stay visible and survive translations. */
export function readUnknownMembers(
  reading: CaptureReader,
  document: JsonObject,
  names: readonly string[],
  draft: Draft,
): void {
  const unknown = Object.keys(document).filter((name) => !names.includes(name))
  if (unknown.length === 0) return
  const aside: Record<string, JsonValue> = {}
  for (const [index, name] of unknown.entries()) {
    if (index < MAX_NAMED) {
      reading.problem('member_unknown', `the envelope has no member '${name.slice(0, 80)}'`)
    }
    const value = document[name]!
    const isFree = name !== RESERVED && !Object.hasOwn(draft.meta, name)
    setMember(isFree && fitsMeta(name, value) ? draft.meta : aside, name, value)
  }
  if (Object.keys(aside).length > 0) reading.keepAside({ meta: aside }, true)
}

export function setFailure(reading: CaptureReader, draft: Draft, error: DraftError): void {
  draft.error = error
  draft.exit = reading.signal ?? error.category
}

export interface ErrorParts {
  readonly code: string | undefined
  readonly message: string
  readonly own: Readonly<Record<string, JsonValue>>
  readonly unknown: JsonObject | undefined
  readonly stowed: JsonValue | undefined
}

export function errorParts(
  reading: CaptureReader,
  error: JsonValue | undefined,
  names: readonly string[],
  codeName = 'code',
): ErrorParts | undefined {
  if (!isJsonObject(error)) {
    const isThere = error != null
    reading.problem(
      isThere ? 'error_not_object' : 'error_missing',
      'the command failed without an error object',
    )
    return undefined
  }
  const own: Record<string, JsonValue> = {}
  const unknown: Record<string, JsonValue> = {}
  for (const [key, value] of Object.entries(error)) {
    if (key === codeName || key === 'message' || key === RESERVED) continue
    setMember(names.includes(key) ? own : unknown, key, value)
  }
  return {
    code: textMember(reading, error, codeName),
    message: textMember(reading, error, 'message') ?? 'The command failed and does not say why.',
    own,
    unknown: mergedDetails(unknown),
    stowed: Object.hasOwn(error, RESERVED) ? error[RESERVED] : undefined,
  }
}

export function textMember(
  reading: CaptureReader,
  error: JsonObject,
  key: string,
): string | undefined {
  const value = error[key]
  if (typeof value === 'string') return value
  reading.problem(`error_${key}_missing`, `error.${key} is not a string`)
  return undefined
}

/** Takes members with a wrong type out of an error's own members; they are kept in the details. */
export function takeInvalidMembers(
  reading: CaptureReader,
  own: Readonly<Record<string, JsonValue>>,
  fits: Readonly<Record<string, (value: JsonValue) => boolean>>,
): JsonObject | undefined {
  const found: Record<string, JsonValue> = {}
  for (const [name, isRight] of Object.entries(fits)) {
    const value = own[name]
    // Null counts as absent.
    if (value == null || isRight(value)) continue
    reading.problem('error_member_invalid', `error.${name} has the wrong type or value`)
    setMember(found, name, value)
  }
  return mergedDetails(found)
}

export function takeStowed(details: JsonValue | undefined) {
  const { [RESERVED]: stowed, ...rest } = objectOf(details)
  return { details: mergedDetails(rest), stowed }
}

export function nonEmptyText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function errorFromExit(
  code: string,
  category: FailureName,
  message = 'The command failed and does not say why.',
): DraftError {
  return synthesisedError({ code, message, category, retryable: null })
}

/** Reads a member of an open meta object. One whose type only we define breaks no contract with another type. */
export function readMetaMember(
  reading: CaptureReader,
  meta: Record<string, JsonValue>,
  [key, value]: readonly [string, JsonValue],
  isOfContract: boolean,
): void {
  if (fitsMeta(key, value)) {
    setMember(meta, key, value)
    return
  }
  if (isOfContract) reading.problem('meta_member_invalid', `meta.${key} has the wrong type`)
  reading.keepAside({ meta: { [key]: value } }, true)
}

/** Problems of a process. A line of a log has neither an exit number nor a second stream. */
export const OF_THE_PROCESS: ReadonlySet<string> = new Set([
  'ok_contradicts_exit',
  'type_contradicts_exit',
  'body_contradicts_exit',
  'error_contradicts_exit',
  'exit_contradicts',
  'exit_outside_contract',
  'wrong_stream',
])
