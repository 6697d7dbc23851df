import tables from '../tables.json' with { type: 'json' }
import schema from './schema.json' with { type: 'json' }
import {
  type FailureName,
  type FailureOutcome,
  type JsonObject,
  type JsonValue,
  type SuccessOutcome,
  isJsonObject,
  type ReadOutcome,
} from '../../../contract/index.ts'
import { addMembers, withoutMembers } from '../../../internal/json/json-members.ts'
import { categoryOfCode } from '../../read/error-categories.ts'
import {
  CLAW_2_COMMON,
  TIMEOUT_CODE,
  TIMEOUT_MESSAGE,
  CLAW_2_CATEGORIES,
  kindFor,
  MISSING_KINDS,
  OPERATION_OF,
} from '../kinds.ts'
import { traits } from '../traits.ts'
import type { Dialect, EncodedDocument, EncodeOptions, Capture } from '../../dialect.ts'
import { Ledger, pointerTo, RESERVED, type LossKind } from '../../write/loss-ledger.ts'
import {
  checkBodyExit,
  checkExitRange,
  errorOfExit,
  firstInputError,
  fitsFlat,
  isWrapped,
  ownDetails,
  requestedCommand,
  stowedIn,
  unwrapped,
  writeFlatData,
  writeLeftovers,
} from '../shared-members.ts'
import {
  onStdout,
  placeAdvice,
  placeFacts,
  processExit,
  recordDerived,
} from '../../write/write-failure.ts'
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
  toDocument: (outcome, options = {}) =>
    outcome.ok
      ? writeSuccess(new Ledger(outcome, options.stow), options)
      : writeFailure(new Ledger(outcome, options.stow), options),
  title: 'claw 2.0: common members, flat payload, error object',
  decode,
  schema,
  cancelledExit: 1,
  loses: tables.loses['2.0'] as LossKind[],
})

function writeSuccess(ledger: Ledger<SuccessOutcome>, options: EncodeOptions): EncodedDocument {
  const document = writeCommon(ledger, 0, options)
  addMembers(document, writeFlatData(ledger, OWN))
  return onStdout(document, 0, ledger.close('', document))
}

/** Writes a timeout as claw reports it: exit 2 and a payload, without an error. */
function writeTimeout(
  ledger: Ledger<FailureOutcome>,
  data: JsonObject,
  options: EncodeOptions,
): EncodedDocument {
  const document = writeCommon(ledger, 2, options)
  ledger.wrote('/data', '/error/code')
  ledger.readsAs('/error/message', TIMEOUT_MESSAGE)
  ledger.readsAs('/error/synthesised', true)
  recordDerived(ledger, 'TIMEOUT')
  addMembers(document, data)
  return onStdout(document, 2, ledger.close('', document))
}

function writeFailure(ledger: Ledger<FailureOutcome>, options: EncodeOptions): EncodedDocument {
  const { outcome } = ledger
  const { data, error } = outcome
  const isBareTimeout = error.code === TIMEOUT_CODE && error.details === undefined
  if (isBareTimeout && processExit(outcome, 2) === 2 && fitsFlat(data, OWN))
    return writeTimeout(ledger, data, options)
  const exit = processExit(outcome, error.category === 'TIMEOUT' ? 2 : 1)
  const document = writeCommon(ledger, exit, options)
  const kind = kindFor(error.code, error.category)
  const details = ownDetails(outcome, options)
  const said = writeLeftovers(ledger, OWN, details)
  addMembers(document, MISSING_KINDS.includes(kind) ? withMissing(ledger, said, details) : said)
  const retryable = error.recovery === 'identical'
  const { operation, target } = placeOf(outcome, kind)
  ledger.wrote('/error/message')
  ledger.readsAs('/error/code', kind)
  recordDerived(ledger, categoryFor(kind, exit), retryable)
  ledger.readsAs('/error/suggestion', error.suggestion || undefined)
  ledger.readsAs('/error/operation', operation)
  ledger.readsAs('/error/target', target)
  const written: JsonObject = {
    kind,
    ...(operation !== undefined && { operation }),
    ...(target !== undefined && { target }),
    retryable,
    message: error.message,
    ...(error.suggestion && { hint: error.suggestion }),
    ...(placeAdvice(ledger) as JsonObject),
    ...placeFacts(ledger, '/error'),
  }
  const losses = ledger.close('/error', written)
  document['error'] = written
  return onStdout(document, exit, losses)
}

function categoryFor(kind: string, exit: number): FailureName {
  return categoryOfCode(CLAW_2_CATEGORIES, kind, exit === 2 ? 'TIMEOUT' : 'GENERAL_ERROR')
}

/** Adds what a document about a missing entity must have: its name, and that it was not found. */
function withMissing(
  ledger: Ledger<FailureOutcome>,
  leftovers: JsonObject,
  details: JsonObject | undefined,
): JsonObject {
  const flat = fitsFlat(details, OWN) ? details : {}
  const said = { ...leftovers, ...flat }
  const names = [said['name'], ledger.outcome.error.target, said['session_id']]
  const name = names.find((each) => typeof each === 'string') ?? ''
  const members = { name, found: false }
  if (flat['found'] === false && flat['name'] === name) return said
  ledger.readsAs('/error/details', { ...members, ...flat, ...members })
  return { ...members, ...said, ...members }
}

/** Returns operation and target, which claw requires except for missing entities. */
function placeOf(
  { error, meta }: FailureOutcome,
  kind: string,
): { readonly operation?: string | undefined; readonly target?: string | undefined } {
  const { operation, target } = error
  // The name of what is missing stands beside the error.
  if (kind.endsWith('_not_found')) return operation === undefined ? {} : { operation, target }
  return {
    operation: operation ?? OPERATION_OF[kind] ?? meta.command ?? 'unknown',
    target: target ?? offendingWord(error.details) ?? '',
  }
}

function offendingWord(details: JsonObject | undefined): string | undefined {
  const first = firstInputError(details)
  return [first?.['value'], first?.['param']].find((word) => typeof word === 'string')
}

function writeCommon(
  ledger: Ledger,
  exit: number,
  options: EncodeOptions,
): Record<string, JsonValue> {
  const { meta } = ledger.outcome
  const common = {
    timestamp: wholeSeconds(meta.timestamp, options.now ?? (() => new Date())),
    command: meta.command ?? requestedCommand(ledger.outcome) ?? '<missing>',
    exit_code: exit,
    output_format: 'json',
    schema_version: meta.schema_version ?? '2.0',
  }
  for (const name of CLAW_2_COMMON)
    if (name !== 'exit_code') ledger.readsAs(pointerTo('meta', name), common[name])
  return common
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
  if (exit !== 0 && (error === undefined || error === null)) {
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
