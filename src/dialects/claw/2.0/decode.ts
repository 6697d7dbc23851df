import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ReadOutcome,
} from '../../../contract/index.ts'
import { setMember } from '../../../internal/json/json-members.ts'
import { categoryOfCode } from '../../read/error-categories.ts'
import { CLAW_2_COMMON, TIMEOUT_CODE, TIMEOUT_MESSAGE, CLAW_2_CATEGORIES } from '../kinds.ts'
import type { Capture } from '../../dialect.ts'
import { draftError, mergedDetails, type Draft, type DraftError } from '../../read/outcome-draft.ts'
import { flatPayload, isWrapped } from '../flat-payload.ts'
import { RESERVED } from '../../write/loss-ledger.ts'
import { CaptureReader, type Envelope } from '../../read/capture-reader.ts'
import {
  errorFromExit,
  errorParts,
  takeInvalidMembers,
  nonEmptyText,
  setFailure,
} from '../../read/read-members.ts'

const isText = (value: JsonValue): boolean => typeof value === 'string'
const FITS = { operation: isText, target: isText, hint: isText }
const OWN: ReadonlySet<string> = new Set([...CLAW_2_COMMON, 'error', RESERVED])

export function decode(capture: Capture): ReadOutcome {
  const reading = new CaptureReader(capture)
  const envelope = reading.lastOf('stdout', isClaw2Shape)
  if (!envelope) return reading.failClosed()
  const { document } = envelope
  const payload = flatPayload(document, OWN)
  const draft: Draft = {
    exit: 'SUCCESS',
    data: isWrapped(payload) ? (payload['data'] ?? null) : payload,
    error: null,
    warnings: [],
    meta: readCommon(reading, document),
  }
  const exit = failureExit(reading, envelope)
  const onTop = Object.hasOwn(document, RESERVED) ? document[RESERVED] : undefined
  if (exit === 0) return reading.finish(draft, 'stdout', onTop)
  const { error } = document
  if (error === undefined || error === null) {
    setFailure(reading, draft, errorOfExit(reading, exit, document['found']))
    return reading.finish(draft, 'stdout', onTop)
  }
  if (!isWrapped(payload)) draft.data = null
  const read = readError(reading, error, exit, isWrapped(payload) ? {} : payload)
  setFailure(reading, draft, read.error)
  return reading.finish(draft, 'stdout', read.stowed ?? onTop)
}

/** Tests for the shape of a claw 2.0 document, complete or not; never by its version. */
function isClaw2Shape(document: JsonObject): boolean {
  const count = CLAW_2_COMMON.filter((name) => Object.hasOwn(document, name)).length
  const { error } = document
  return count >= 2 || (isJsonObject(error) && Object.hasOwn(error, 'kind'))
}

function readCommon(reading: CaptureReader, document: JsonObject): Record<string, JsonValue> {
  const meta: Record<string, JsonValue> = {}
  for (const name of CLAW_2_COMMON) {
    const value = document[name]
    if (name === 'exit_code') continue
    if (typeof value === 'string') setMember(meta, name, value)
    // The founding samples leave the last two out, so their absence is not a problem.
    else if (value !== undefined || name === 'timestamp' || name === 'command') {
      reading.problem(`${name}_missing`, `${name} is not a string`)
    }
  }
  return meta
}

/** Returns the exit number of a failure, 0 for a success; body and process can both report a failure. */
function failureExit(reading: CaptureReader, envelope: Envelope): number {
  const { document } = envelope
  const inBody = document['exit_code']
  const disagreeing = reading.checkDuplicates(envelope, [...CLAW_2_COMMON, 'error'])
  if (typeof inBody !== 'number') {
    reading.problem('exit_code_missing', 'exit_code is not a number')
  } else if (inBody !== reading.exitCode && !reading.signal) {
    reading.problem(
      'body_contradicts_exit',
      `exit_code is ${inBody} but the exit code is ${reading.exitCode}`,
    )
  }
  if (![0, 1, 2].includes(reading.exitCode) && !reading.signal) {
    reading.problem('exit_outside_contract', `claw exits with 0, 1 or 2, not ${reading.exitCode}`)
  }
  if (reading.exitCode !== 0) return reading.exitCode
  const hasError = document['error'] !== undefined && document['error'] !== null
  if (hasError && inBody === 0) {
    reading.problem('error_on_success', 'exit_code is 0 although there is an error')
  } else if (hasError) {
    reading.problem('error_contradicts_exit', 'there is an error but the exit code is 0')
  }
  if (typeof inBody === 'number' && inBody !== 0) return inBody
  // An unreadable exit_code cannot mean success.
  const isUnreadable = inBody !== undefined && typeof inBody !== 'number'
  return hasError || isUnreadable || disagreeing.size > 0 ? 1 : 0
}

function errorOfExit(
  reading: CaptureReader,
  exit: number,
  found: JsonValue | undefined,
): DraftError {
  if (exit === 2) return errorFromExit(TIMEOUT_CODE, 'TIMEOUT', TIMEOUT_MESSAGE)
  reading.problem('error_missing', 'the command failed without an error object')
  return found === false
    ? errorFromExit('not_found', 'NOT_FOUND', 'What was asked for does not exist.')
    : errorFromExit('unknown', 'GENERAL_ERROR')
}

function readError(
  reading: CaptureReader,
  error: JsonValue,
  exit: number,
  leftovers: JsonObject,
): { readonly error: DraftError; readonly stowed: JsonValue | undefined } {
  const otherwise = exit === 2 ? 'TIMEOUT' : 'GENERAL_ERROR'
  const parts = errorParts(reading, error, ['retryable', 'operation', 'target', 'hint'], 'kind')
  if (!parts) {
    const message = typeof error === 'string' ? error : undefined
    const made = errorFromExit(exit === 2 ? TIMEOUT_CODE : 'unknown', otherwise, message)
    const details = mergedDetails(leftovers)
    return { error: details ? { ...made, details } : made, stowed: undefined }
  }
  const { retryable, operation, target, hint } = parts.own
  const code = parts.code === undefined || parts.code === 'error' ? 'unknown' : parts.code
  if (typeof retryable !== 'boolean') {
    reading.problem('error_retryable_missing', 'error.retryable is not a boolean')
  }
  if (!code.endsWith('_not_found')) {
    for (const [name, value] of Object.entries({ operation, target })) {
      if (typeof value !== 'string') {
        reading.problem(`error_${name}_missing`, `error.${name} is not a string`)
      }
    }
  }
  const details = mergedDetails(
    leftovers,
    parts.unknown,
    takeInvalidMembers(reading, parts.own, FITS),
  )
  return {
    stowed: parts.stowed,
    error: draftError({
      code,
      message: parts.message,
      category: categoryOfCode(CLAW_2_CATEGORIES, code, otherwise),
      retryable: typeof retryable === 'boolean' ? retryable : null,
      members: {
        operation: typeof operation === 'string' ? operation : undefined,
        target: typeof target === 'string' ? target : undefined,
        suggestion: nonEmptyText(hint),
        details,
      },
    }),
  }
}
