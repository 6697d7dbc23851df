import schema from './schema.json' with { type: 'json' }
import {
  type FailureName,
  type FailureOutcome,
  type JsonObject,
  type JsonValue,
  type Outcome,
  isJsonObject,
  type ReadOutcome,
} from '../../../contract/index.ts'
import { addMembers, withoutMembers } from '@surety/internal/json/json-values.ts'
import { categoryOfCode } from '../../read/error-categories.ts'
import {
  CLAW_2_COMMON,
  TIMEOUT_CODE,
  CLAW_2_CATEGORIES,
  kindFor,
  MISSING_KINDS,
  OPERATION_OF,
} from '../kinds.ts'
import { traits } from '../traits.ts'
import type { Dialect, EncodeOptions, Capture, EncodedDocument } from '../../dialect.ts'
import { RESERVED } from '../../write/reserved.ts'
import {
  checkBodyExit,
  checkExitRange,
  errorOfExit,
  firstInputError,
  fitsFlat,
  isWrapped,
  ownDetails,
  verbOf,
  stowedIn,
  unwrapped,
  flatData,
  leftoversOf,
} from '../shared-members.ts'
import { adviceOf, factsOf, onStdout, processExit } from '../../write/write-failure.ts'
import { draftError, draftOf, mergedDetails, type DraftError } from '../../read/outcome-draft.ts'
import { CaptureReader, type Envelope } from '../../read/capture-reader.ts'
import {
  errorFromExit,
  errorParts,
  takeInvalidMembers,
  nonEmptyText,
  setFailure,
  textMember,
} from '../../read/read-members.ts'

const OWN: ReadonlySet<string> = new Set([...CLAW_2_COMMON, 'error', RESERVED])

export const dialect = Object.freeze<Dialect>({
  id: 'claw-2.0',
  ...traits,
  isFlat: true,
  roomFor: () => '',
  toDocument: (outcome, options = {}) =>
    outcome.ok
      ? onStdout(withCommon(outcome, 0, options, flatData(outcome.data, OWN)), 0)
      : writeFailure(outcome, options),
  title: 'claw 2.0: common members, flat payload, error object',
  decode,
  schema,
  cancelledExit: 1,
})

function writeFailure(outcome: FailureOutcome, options: EncodeOptions): EncodedDocument {
  const { data, error } = outcome
  // A timeout as claw reports it: exit 2 and a payload, without an error.
  const isBareTimeout = error.code === TIMEOUT_CODE && error.details === undefined
  if (isBareTimeout && processExit(outcome, 2) === 2 && fitsFlat(data, OWN))
    return onStdout(withCommon(outcome, 2, options, data), 2)
  const exit = processExit(outcome, error.category === 'TIMEOUT' ? 2 : 1)
  const kind = kindFor(error.code, error.category)
  const details = ownDetails(outcome, options)
  const said = leftoversOf(outcome, options, OWN, details)
  const leftovers = MISSING_KINDS.includes(kind) ? withMissing(outcome, said, details) : said
  const written = {
    kind,
    ...placeOf(outcome, kind, options),
    retryable: error.recovery === 'identical',
    message: error.message,
    ...(error.suggestion && { hint: error.suggestion }),
  }
  const document = withCommon(outcome, exit, options, leftovers)
  document['error'] = {
    ...written,
    ...adviceOf(outcome, options),
    ...factsOf(outcome, options, written),
  }
  return onStdout(document, exit)
}

function categoryFor(kind: string, exit: number): FailureName {
  return categoryOfCode(CLAW_2_CATEGORIES, kind, exit === 2 ? 'TIMEOUT' : 'GENERAL_ERROR')
}

/** Adds what a document about a missing entity must have: its name, and that it was not found. */
function withMissing(
  { error }: FailureOutcome,
  leftovers: JsonObject,
  details: JsonObject | undefined,
): JsonObject {
  const said = { ...leftovers, ...(fitsFlat(details, OWN) && details) }
  const names = [said['name'], error.target, said['session_id']]
  const name = names.find((each) => typeof each === 'string') ?? ''
  const members = { name, found: false }
  const isSaid = said['found'] === false && said['name'] === name
  return isSaid ? said : { ...members, ...said, ...members }
}

/** Returns operation and target, which claw requires except for missing entities. */
function placeOf(outcome: FailureOutcome, kind: string, options: EncodeOptions): JsonObject {
  const { error } = outcome
  const { operation, target } = error
  // The name of what is missing stands beside the error.
  if (kind.endsWith('_not_found'))
    return operation === undefined ? {} : { operation, ...(target !== undefined && { target }) }
  return {
    operation: operation ?? OPERATION_OF[kind] ?? verbOf(outcome, options) ?? 'unknown',
    target: target ?? offendingWord(error.details) ?? '',
  }
}

function offendingWord(details: JsonObject | undefined): string | undefined {
  const first = firstInputError(details)
  return [first?.['value'], first?.['param']].find((word) => typeof word === 'string')
}

function withCommon(
  outcome: Outcome,
  exit: number,
  options: EncodeOptions,
  payload: JsonObject,
): Record<string, JsonValue> {
  const { meta } = outcome
  const document = {
    timestamp: wholeSeconds(meta.timestamp, options.now ?? (() => new Date())),
    command: verbOf(outcome, options) ?? '<missing>',
    exit_code: exit,
    output_format: 'json',
    schema_version: meta.schema_version ?? '2.0',
  }
  addMembers(document, payload)
  return document
}

const MILLISECONDS = '.000Z'

/** Returns a time in the only form that claw has: UTC and whole seconds. */
function wholeSeconds(text: string | undefined, now: () => Date): string {
  const given = text === undefined ? Number.NaN : Date.parse(text)
  const time = Number.isNaN(given) ? now() : new Date(given)
  return `${time.toISOString().slice(0, -MILLISECONDS.length)}Z`
}

const isText = (value: JsonValue): boolean => typeof value === 'string'
const FITS = { operation: isText, target: isText, hint: isText }

function decode(capture: Capture): ReadOutcome {
  const reading = new CaptureReader(capture)
  const envelope = reading.lastOf('stdout', isClaw2Shape)
  if (!envelope) return reading.failClosed()
  const { document } = envelope
  const payload = withoutMembers(document, OWN)
  const draft = draftOf(unwrapped(payload), readCommon(reading, document))
  const exit = failureExit(reading, envelope)
  const { error } = document
  let stowed = stowedIn(document)
  if (exit !== 0 && error == null) {
    const complain = () =>
      reading.problem('error_missing', 'the command failed without an error object')
    setFailure(reading, draft, errorOfExit(exit, document['found'], complain))
  } else if (exit !== 0) {
    const read = readError(reading, error!, exit, isWrapped(payload) ? {} : payload)
    if (!isWrapped(payload)) draft.data = null
    setFailure(reading, draft, read.error)
    stowed = read.stowed ?? stowed
  }
  return reading.finish(draft, 'stdout', stowed)
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
    if (typeof value === 'string') meta[name] = value
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
  } else checkBodyExit(reading, inBody)
  checkExitRange(reading)
  if (reading.exitCode !== 0) return reading.exitCode
  const hasError = document['error'] != null
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

function readError(
  reading: CaptureReader,
  error: JsonValue,
  exit: number,
  leftovers: JsonObject,
): { readonly error: DraftError; readonly stowed: JsonValue | undefined } {
  const parts = errorParts(reading, error, ['retryable', 'operation', 'target', 'hint'], 'kind')
  if (!parts) {
    const message = typeof error === 'string' ? error : undefined
    const code = exit === 2 ? TIMEOUT_CODE : 'unknown'
    const made = errorFromExit(code, categoryFor(code, exit), message)
    const details = mergedDetails(leftovers)
    return { error: details ? { ...made, details } : made, stowed: undefined }
  }
  const { retryable, operation, target, hint } = parts.own
  const code = parts.code === undefined || parts.code === 'error' ? 'unknown' : parts.code
  if (typeof retryable !== 'boolean') {
    reading.problem('error_retryable_missing', 'error.retryable is not a boolean')
  }
  if (!code.endsWith('_not_found'))
    for (const name of ['operation', 'target']) textMember(reading, parts.own, name)
  const invalid = takeInvalidMembers(reading, parts.own, FITS)
  return {
    stowed: parts.stowed,
    error: draftError({
      code,
      message: parts.message,
      category: categoryFor(code, exit),
      retryable: typeof retryable === 'boolean' ? retryable : null,
      members: {
        operation: typeof operation === 'string' ? operation : undefined,
        target: typeof target === 'string' ? target : undefined,
        suggestion: nonEmptyText(hint),
        details: mergedDetails(leftovers, parts.unknown, invalid),
      },
    }),
  }
}
