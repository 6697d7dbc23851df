import tables from '../tables.json' with { type: 'json' }
import schema from './schema.json' with { type: 'json' }
import {
  deriveRecovery,
  type FailureOutcome,
  type JsonObject,
  type JsonValue,
  type Outcome,
  type SuccessOutcome,
  isJsonObject,
  type ReadOutcome,
} from '../../../contract/index.ts'
import { addMembers, setMember } from '../../../internal/json/json-members.ts'
import { categoryOfCode } from '../../read/error-categories.ts'
import {
  CLAW_2_COMMON,
  TIMEOUT_CODE,
  TIMEOUT_MESSAGE,
  CLAW_2_CATEGORIES,
  isMissingKind,
  kindFor,
  OPERATION_OF,
} from '../kinds.ts'
import { traits } from '../traits.ts'
import type { Dialect, EncodedDocument, EncodeOptions, Capture } from '../../dialect.ts'
import { Ledger, RESERVED, type Loss, type LossKind } from '../../write/loss-ledger.ts'
import {
  fitsFlat,
  writeFlatData,
  writeLeftovers,
  firstInputError,
  requestedCommand,
  withoutInputErrors,
  flatPayload,
  isWrapped,
} from '../flat-payload.ts'
import { placeAdvice, placeFacts, recordDerived, processExit } from '../../write/write-failure.ts'
import { draftError, mergedDetails, type Draft, type DraftError } from '../../read/outcome-draft.ts'
import { CaptureReader, type Envelope } from '../../read/capture-reader.ts'
import {
  errorFromExit,
  errorParts,
  takeInvalidMembers,
  nonEmptyText,
  setFailure,
} from '../../read/read-members.ts'

const OWN: ReadonlySet<string> = new Set([...CLAW_2_COMMON, 'error', RESERVED])

export const dialect = Object.freeze<Dialect>({
  id: 'claw-2.0',
  ...traits,
  toDocument(outcome, options = {}) {
    const ledger = new Ledger(outcome, options.stow)
    if (outcome.ok) return writeSuccess(outcome, ledger, options)
    return isBareTimeout(outcome)
      ? writeTimeout(outcome, ledger, options)
      : writeFailure(outcome, ledger, options)
  },
  title: 'claw 2.0: common members, flat payload, error object',
  decode,
  schema,
  cancelledExit: 1,
  loses: tables.loses['2.0'] as LossKind[],
})

function writeSuccess(
  outcome: SuccessOutcome,
  ledger: Ledger,
  options: EncodeOptions,
): EncodedDocument {
  const common = writeCommon(outcome, 0, ledger, options)
  const payload = writeFlatData(outcome.data, OWN, ledger)
  const { stowed, losses } = ledger.close('')
  addMembers(common, payload)
  if (stowed) common[RESERVED] = stowed as JsonValue
  return finish(common, 0, losses)
}

/** Tests for a timeout as claw reports it: exit 2 and a payload, without an error. */
function isBareTimeout(outcome: FailureOutcome): boolean {
  const { data, error } = outcome
  if (processExit(outcome, 2) !== 2) return false
  return error.code === TIMEOUT_CODE && error.details === undefined && fitsFlat(data, OWN)
}

function writeTimeout(
  outcome: FailureOutcome,
  ledger: Ledger,
  options: EncodeOptions,
): EncodedDocument {
  const exit = processExit(outcome, 2)
  const common = writeCommon(outcome, exit, ledger, options)
  ledger.wrote('/data', '/error/code')
  ledger.readsAs('/error/message', TIMEOUT_MESSAGE)
  ledger.readsAs('/error/synthesised', true)
  recordDerived(ledger, outcome, { category: 'TIMEOUT', retryable: null, recovery: 'unknown' })
  const { stowed, losses } = ledger.close('')
  addMembers(common, outcome.data as JsonObject)
  if (stowed) common[RESERVED] = stowed as JsonValue
  return finish(common, exit, losses)
}

function writeFailure(
  outcome: FailureOutcome,
  ledger: Ledger,
  options: EncodeOptions,
): EncodedDocument {
  const { error } = outcome
  const exit = processExit(outcome, error.category === 'TIMEOUT' ? 2 : 1)
  const common = writeCommon(outcome, exit, ledger, options)
  const kind = kindFor(error.code, error.category)
  const said = withoutInputErrors(outcome, options)
  const leftovers = isMissingKind(kind)
    ? writeMissing(said, ledger, options)
    : writeLeftovers(said, OWN, ledger, options)
  const category = categoryOfCode(CLAW_2_CATEGORIES, kind, exit === 2 ? 'TIMEOUT' : 'GENERAL_ERROR')
  const retryable = error.recovery === 'identical'
  ledger.wrote('/error/message')
  ledger.readsAs('/error/code', kind)
  recordDerived(ledger, outcome, {
    category,
    retryable,
    recovery: deriveRecovery({ retryable, category }),
  })
  ledger.readsAs('/error/suggestion', error.suggestion || undefined)
  const place = placeOf(outcome, kind)
  ledger.readsAs('/error/operation', place.operation)
  ledger.readsAs('/error/target', place.target)
  const advice = placeAdvice(error, options, ledger)
  const facts = placeFacts(outcome, '/error', undefined, options, ledger)
  const { stowed, losses } = ledger.close('/error')
  const written: Record<string, JsonValue> = { kind }
  if (place.operation !== undefined) written['operation'] = place.operation
  if (place.target !== undefined) written['target'] = place.target
  written['retryable'] = retryable
  written['message'] = error.message
  if (error.suggestion) written['hint'] = error.suggestion
  addMembers(written, advice)
  addMembers(written, facts)
  if (stowed) written[RESERVED] = stowed as JsonValue
  addMembers(common, leftovers)
  common['error'] = written
  return finish(common, exit, losses)
}

/** Adds what a document about a missing entity must have: its name, and that it was not found. */
function writeMissing(outcome: FailureOutcome, ledger: Ledger, options: EncodeOptions): JsonObject {
  const { error } = outcome
  const details = fitsFlat(error.details, OWN) ? error.details : {}
  const said = { ...writeLeftovers(outcome, OWN, ledger, options), ...details }
  const names = [said['name'], error.target, said['session_id']]
  const name = names.find((each) => typeof each === 'string') ?? ''
  const members = { name, found: false }
  if (details['found'] === false && details['name'] === name) return said
  ledger.readsAs('/error/details', { ...members, ...details, ...members })
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
  outcome: Outcome,
  exit: number,
  ledger: Ledger,
  options: EncodeOptions,
): Record<string, JsonValue> {
  const { meta } = outcome
  const common = {
    timestamp: wholeSeconds(meta.timestamp, options.now ?? (() => new Date())),
    command: meta.command ?? requestedCommand(outcome) ?? '<missing>',
    exit_code: exit,
    output_format: 'json',
    schema_version: meta.schema_version ?? '2.0',
  }
  ledger.readsAs('/meta/timestamp', common.timestamp)
  ledger.readsAs('/meta/command', common.command)
  ledger.readsAs('/meta/output_format', common.output_format)
  ledger.readsAs('/meta/schema_version', common.schema_version)
  return common
}

const MILLISECONDS = '.000Z'

/** Returns a time in the only form that claw has: UTC and whole seconds. */
function wholeSeconds(text: string | undefined, now: () => Date): string {
  const given = text === undefined ? Number.NaN : Date.parse(text)
  const time = Number.isNaN(given) ? now() : new Date(given)
  return `${time.toISOString().slice(0, -MILLISECONDS.length)}Z`
}

function finish(document: JsonObject, exit: number, losses: readonly Loss[]): EncodedDocument {
  return { document, stream: 'stdout', exit_code: exit, layout: 'pretty', losses }
}

const isText = (value: JsonValue): boolean => typeof value === 'string'
const FITS = { operation: isText, target: isText, hint: isText }

function decode(capture: Capture): ReadOutcome {
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
