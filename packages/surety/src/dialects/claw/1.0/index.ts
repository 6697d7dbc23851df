import schema from './schema.json' with { type: 'json' }
import {
  objectOf,
  type FailureName,
  type FailureOutcome,
  type JsonObject,
  type JsonValue,
  type SuccessOutcome,
  isJsonObject,
  type ReadOutcome,
} from '../../../contract/index.ts'
import { ownMember } from '@surety/internal/json/json-members.ts'
import { addMembers, withoutMembers } from '@surety/internal/json/json-values.ts'
import { categoryOfCode } from '../../read/error-categories.ts'
import {
  CLAW_1_ERROR_MEMBERS,
  CLAW_1_RESULT_MEMBERS,
  CLAW_2_COMMON,
  TIMEOUT_CODE,
  CLAW_1_CATEGORIES,
  FROM_2_0,
} from '../kinds.ts'
import {
  checkBodyExit,
  checkExitRange,
  errorOfExit,
  fitsFlat,
  isWrapped,
  ownDetails,
  stowedIn,
  unwrapped,
  flatData,
  leftoversOf,
  verbOf,
  wrapped,
} from '../shared-members.ts'
import { traits } from '../traits.ts'
import type { Dialect, EncodeOptions, Capture, EncodedDocument } from '../../dialect.ts'
import { RESERVED } from '../../write/reserved.ts'
import { adviceOf, factsOf, onStdout, processExit } from '../../write/write-failure.ts'
import { draftError, draftOf, mergedDetails } from '../../read/outcome-draft.ts'
import { CaptureReader, type Envelope } from '../../read/capture-reader.ts'
import { nonEmptyText, setFailure } from '../../read/read-members.ts'

/** No payload may have the members by which 2.0 differs; such a payload is wrapped. */
const NOT_PAYLOAD = [...CLAW_2_COMMON, RESERVED]
const RESULT_OWN: ReadonlySet<string> = new Set([...CLAW_1_RESULT_MEMBERS, ...NOT_PAYLOAD])
const ERROR_OWN: ReadonlySet<string> = new Set([...CLAW_1_ERROR_MEMBERS, ...NOT_PAYLOAD])
const ERROR_MEMBERS = [RESERVED, ...CLAW_1_ERROR_MEMBERS.filter((name) => name !== 'type')]

export const dialect = Object.freeze<Dialect>({
  id: 'claw-1.0',
  ...traits,
  isFlat: true,
  roomFor: () => '',
  toDocument: (outcome, options = {}) =>
    outcome.ok ? writeSuccess(outcome, options) : writeFailure(outcome, options),
  title: 'claw 1.0: flat, told apart by type',
  decode,
  schema,
  cancelledExit: 1,
})

function writeSuccess(outcome: SuccessOutcome, options: EncodeOptions): EncodedDocument {
  const { data } = outcome
  const command = verbOf(outcome, options)
  const document = { type: 'success', ...(command !== undefined && { kind: command }) }
  addMembers(document, flatData(data, RESULT_OWN))
  return onStdout(document, 0)
}

/** Returns what a time limit stopped: the result so far stands beside the error, as in a result. */
function unfinished({ data, error }: FailureOutcome): JsonObject {
  // Readers take flat members for data, so the details do not stand there.
  const isFlat = error.details === undefined && fitsFlat(data, ERROR_OWN)
  return isFlat && Object.keys(data).length > 0 ? data : wrapped(data)
}

function writeFailure(outcome: FailureOutcome, options: EncodeOptions): EncodedDocument {
  const { error } = outcome
  const exit = processExit(outcome, error.category === 'TIMEOUT' ? 2 : 1)
  const kind = kindFor(error.code)
  const leftovers =
    exit === 2 && kind === TIMEOUT_CODE
      ? unfinished(outcome)
      : leftoversOf(outcome, options, ERROR_OWN, ownDetails(outcome, options))
  const command = verbOf(outcome, options)
  // Beside wrapped data, or data that a time limit stopped, they would be read as data.
  const isBesideData = Object.keys(leftovers).length > 0 && error.details === undefined
  const hasRoom = !isBesideData && !isWrapped(leftovers) && kind !== TIMEOUT_CODE
  const document: Record<string, JsonValue> = {
    type: 'error',
    ...(command !== undefined && { command }),
    error: error.message,
    kind,
    hint: error.suggestion || null,
    ...(hasRoom && adviceOf(outcome, options)),
    ...(hasRoom && factsOf(outcome, options, error.details)),
  }
  addMembers(document, leftovers)
  return onStdout(document, exit)
}

function categoryFor(kind: string, exit: number): FailureName {
  return categoryOfCode(CLAW_1_CATEGORIES, kind, exit === 2 ? 'TIMEOUT' : 'GENERAL_ERROR')
}

function kindFor(code: string): string {
  return ownKind((ownMember(FROM_2_0, code) as string | undefined) ?? code)
}

/** Avoids `kind: "error"`, which readers do not take as a kind of error. */
function ownKind(kind: string): string {
  return kind === 'error' || kind === '' ? 'unknown' : kind
}

const MARKS: ReadonlySet<JsonValue | undefined> = new Set(['success', 'error'])

function decode(capture: Capture): ReadOutcome {
  const reading = new CaptureReader(capture)
  const envelope = pickEnvelope(reading)
  if (!envelope) return reading.failClosed()
  const { document } = envelope
  const disagreeing = reading.checkDuplicates(envelope, ['type', 'error', 'kind', 'status'])
  checkExit(reading, document)
  if (saysFailure(document) || disagreeing.size > 0) return readFailure(reading, envelope)
  return readResult(reading, envelope)
}

/** Picks an error on stdout, else one on stderr, else a result. */
function pickEnvelope(reading: CaptureReader): Envelope | undefined {
  const onStdout = reading.lastOf('stdout', isClaw1Shape)
  // Logs on stderr can look like an answer; beside one on stdout only a document of type error counts.
  const isError = ({ type }: JsonObject): boolean => type === 'error'
  const onStderr = reading.lastOf('stderr', onStdout ? isError : isClaw1Shape)
  if (!onStdout || !onStderr) return onStdout ?? onStderr
  reading.problem('several_envelopes', 'stdout and stderr each have an envelope')
  const [counts, other] = saysFailure(onStdout.document)
    ? [onStdout, onStderr]
    : [onStderr, onStdout]
  reading.keepAside(other.document, true)
  return counts
}

/** Tests for the shape of a claw 1.0 document: the flat one, the bare one, or that of later builds. */
function isClaw1Shape(document: JsonObject): boolean {
  const { type, status, kind, command, error } = document
  if (type === 'success' || type === 'error') return true
  if ((status === 'ok' || status === 'error') && typeof kind === 'string') return true
  if (typeof error === 'string' && typeof kind === 'string') return true
  return typeof command === 'string' && !Object.hasOwn(document, 'timestamp')
}

function saysFailure({ type, status, error }: JsonObject): boolean {
  if (type === 'error' || (status === 'error' && type !== 'success')) return true
  return typeof error === 'string' || isJsonObject(error)
}

function checkExit(reading: CaptureReader, document: JsonObject): void {
  const failed = saysFailure(document)
  if (failed && reading.exitCode === 0) {
    reading.problem('type_contradicts_exit', 'the document is an error but the exit code is 0')
  }
  if (failed && document['type'] === 'success') {
    reading.problem('error_on_success', 'type is success although there is an error')
  }
  checkExitRange(reading)
}

function readResult(reading: CaptureReader, { document, stream }: Envelope): ReadOutcome {
  const { kind, command } = document
  const isKindText = typeof kind === 'string'
  if (kind !== undefined && !isKindText) reading.problem('kind_missing', 'kind is not a string')
  // Of two verbs the second one belongs to the payload, as do a kind and a type that are none.
  const own = ['error', RESERVED, isKindText ? 'kind' : 'command']
  const payload = payloadOf(document, own)
  const draft = draftOf(unwrapped(payload), metaOf(isKindText ? kind : command))
  if (reading.exitCode !== 0) {
    const contradiction = `the document is a result but the exit code is ${reading.exitCode}`
    const complain = () => reading.problem('type_contradicts_exit', contradiction)
    setFailure(reading, draft, errorOfExit(reading.exitCode, document['found'], complain))
  }
  return reading.finish(draft, stream, stowedIn(document))
}

/** Leaves out an envelope's own members; a type that marks nothing is payload. */
function payloadOf(document: JsonObject, own: readonly string[]): JsonObject {
  const { type } = document
  return withoutMembers(
    document,
    new Set(type === undefined || MARKS.has(type) ? [...own, 'type'] : own),
  )
}

function metaOf(verb: JsonValue | undefined): Record<string, JsonValue> {
  return typeof verb === 'string' ? { command: verb } : {}
}

function readFailure(reading: CaptureReader, { document, stream }: Envelope): ReadOutcome {
  const { kind, error, error_kind: errorKind, message, hint, command } = document
  const texts = [error, message, objectOf(error)['message']]
  const text = texts.find((candidate) => typeof candidate === 'string')
  if (typeof error !== 'string') reading.problem('error_not_text', 'error is not a string')
  if (!MARKS.has(document['type']) && document['status'] !== 'error') {
    reading.problem('type_missing', 'only its members show that it is an error')
  }
  const name = typeof errorKind === 'string' ? errorKind : kind
  if (typeof name !== 'string') reading.problem('kind_missing', 'kind is not a string')
  const code = ownKind(typeof name === 'string' ? name : '')
  const verb = typeof errorKind === 'string' && kind !== errorKind ? kind : command
  const payload = payloadOf(document, ERROR_MEMBERS)
  // What a time limit stopped is a result that is not complete.
  const isTimeout = code === TIMEOUT_CODE && reading.exitCode === 2
  const isData = isWrapped(payload) || (isTimeout && Object.keys(payload).length > 0)
  const draft = draftOf(isData ? unwrapped(payload) : null, metaOf(verb))
  checkBodyExit(reading, document['exit_code'])
  const isHint = typeof hint === 'string' || hint == null
  if (!isHint) reading.problem('error_member_invalid', 'hint has the wrong type')
  const details = mergedDetails(isData ? undefined : payload, {
    ...(isJsonObject(error) && { error }),
    ...(message !== undefined && message !== text && { message }),
    ...(!isHint && { hint }),
    ...(command !== undefined && typeof command !== 'string' && { command }),
  })
  const read = draftError({
    code,
    message: typeof text === 'string' ? text : 'The command failed and does not say why.',
    category: categoryFor(code, reading.exitCode),
    retryable: null,
    members: { suggestion: nonEmptyText(hint), details },
  })
  setFailure(reading, draft, read)
  return reading.finish(draft, stream, stowedIn(document))
}
