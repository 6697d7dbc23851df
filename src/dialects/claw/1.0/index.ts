import tables from '../tables.json' with { type: 'json' }
import schema from './schema.json' with { type: 'json' }
import {
  type FailureOutcome,
  type JsonObject,
  type JsonValue,
  type Outcome,
  type SuccessOutcome,
  isJsonObject,
  type ReadOutcome,
} from '../../../contract/index.ts'
import { addMembers } from '../../../internal/json/json-members.ts'
import { categoryOfCode } from '../../read/error-categories.ts'
import {
  CLAW_1_ERROR_MEMBERS,
  CLAW_1_RESULT_MEMBERS,
  CLAW_2_COMMON,
  TIMEOUT_CODE,
  CLAW_1_CATEGORIES,
  FROM_2_0,
  TIMEOUT_MESSAGE,
} from '../kinds.ts'
import {
  requestedCommand,
  withoutInputErrors,
  fitsFlat,
  isWrapped,
  writeFlatData,
  writeFlatLeftovers,
  writeLeftovers,
  flatPayload,
} from '../flat-payload.ts'
import { traits } from '../traits.ts'
import type { Dialect, EncodedDocument, EncodeOptions, Capture } from '../../dialect.ts'
import { Ledger, RESERVED, type Loss, type LossKind, type Stowed } from '../../write/loss-ledger.ts'
import { placeAdvice, placeFacts, recordDerived, processExit } from '../../write/write-failure.ts'
import { draftError, mergedDetails, type Draft, type DraftError } from '../../read/outcome-draft.ts'
import { CaptureReader, type Envelope } from '../../read/capture-reader.ts'
import { errorFromExit, nonEmptyText, setFailure } from '../../read/read-members.ts'

/** No payload may have the members by which 2.0 differs; such a payload is wrapped. */
const NOT_PAYLOAD = [...CLAW_2_COMMON, RESERVED]
const RESULT_OWN: ReadonlySet<string> = new Set([...CLAW_1_RESULT_MEMBERS, ...NOT_PAYLOAD])
const ERROR_OWN: ReadonlySet<string> = new Set([...CLAW_1_ERROR_MEMBERS, ...NOT_PAYLOAD])

export const dialect = Object.freeze<Dialect>({
  id: 'claw-1.0',
  ...traits,
  toDocument(outcome, options = {}) {
    const ledger = new Ledger(outcome, options.stow)
    return outcome.ok ? writeSuccess(outcome, ledger) : writeFailure(outcome, ledger, options)
  },
  title: 'claw 1.0: flat, told apart by type',
  decode,
  schema,
  cancelledExit: 1,
  loses: tables.loses['1.0'] as LossKind[],
})

function writeSuccess(outcome: SuccessOutcome, ledger: Ledger): EncodedDocument {
  const payload = writeFlatData(outcome.data, RESULT_OWN, ledger)
  const document = startResult(outcome, ledger)
  const { stowed, losses } = ledger.close('')
  return finish(document, payload, stowed, 0, losses)
}

/** Writes what a time limit stopped: the result so far stands beside the error, as in a result. */
function writeUnfinished(outcome: FailureOutcome, ledger: Ledger): JsonObject {
  const { data } = outcome
  const { details, ...error } = outcome.error
  if (details === undefined && fitsFlat(data, ERROR_OWN) && Object.keys(data).length > 0) {
    ledger.wrote('/data')
    return data
  }
  // Readers take flat members for data, so the details do not stand there.
  return writeFlatLeftovers({ ...outcome, error }, ERROR_OWN, ledger)
}

function writeFailure(
  outcome: FailureOutcome,
  ledger: Ledger,
  options: EncodeOptions,
): EncodedDocument {
  const { error, meta } = outcome
  const exit = processExit(outcome, error.category === 'TIMEOUT' ? 2 : 1)
  const kind = kindFor(error.code)
  const leftovers =
    exit === 2 && kind === TIMEOUT_CODE
      ? writeUnfinished(outcome, ledger)
      : writeLeftovers(withoutInputErrors(outcome, options), ERROR_OWN, ledger, options)
  const command = meta.command ?? requestedCommand(outcome)
  ledger.wrote('/error/message')
  ledger.readsAs('/meta/command', command)
  ledger.readsAs('/error/code', kind)
  ledger.readsAs('/error/suggestion', error.suggestion || undefined)
  recordDerived(ledger, outcome, {
    category: categoryOfCode(CLAW_1_CATEGORIES, kind, exit === 2 ? 'TIMEOUT' : 'GENERAL_ERROR'),
    retryable: null,
    recovery: 'unknown',
  })
  // Beside wrapped data, or data that a time limit stopped, they would be read as data.
  const isBesideData = Object.keys(leftovers).length > 0 && error.details === undefined
  const hasRoom = !isBesideData && !isWrapped(leftovers) && kind !== TIMEOUT_CODE
  const advice = hasRoom ? placeAdvice(error, options, ledger) : {}
  const facts = hasRoom ? placeFacts(outcome, '', error.details, options, ledger) : {}
  const { stowed, losses } = ledger.close('')
  const document: Record<string, JsonValue> = { type: 'error' }
  if (command !== undefined) document['command'] = command
  document['error'] = error.message
  document['kind'] = kind
  document['hint'] = error.suggestion || null
  addMembers(document, advice)
  addMembers(document, facts)
  return finish(document, leftovers, stowed, exit, losses)
}

/** Avoids `kind: "error"`, which readers do not take as a kind of error. */
function kindFor(code: string): string {
  if (Object.hasOwn(FROM_2_0, code)) return FROM_2_0[code] ?? code
  return code === 'error' || code === '' ? 'unknown' : code
}

function startResult({ meta }: Outcome, ledger: Ledger): Record<string, JsonValue> {
  if (meta.command === undefined) return { type: 'success' }
  ledger.wrote('/meta/command')
  return { type: 'success', kind: meta.command }
}

function finish(
  document: Record<string, JsonValue>,
  payload: JsonObject,
  stowed: Stowed | undefined,
  exit: number,
  losses: readonly Loss[],
): EncodedDocument {
  addMembers(document, payload)
  if (stowed) document[RESERVED] = stowed as JsonValue
  return { document, stream: 'stdout', exit_code: exit, layout: 'pretty', losses }
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
  const code = reading.exitCode
  if (failed && code === 0) {
    reading.problem('type_contradicts_exit', 'the document is an error but the exit code is 0')
  }
  if (failed && document['type'] === 'success') {
    reading.problem('error_on_success', 'type is success although there is an error')
  }
  if (![0, 1, 2].includes(code) && !reading.signal) {
    reading.problem('exit_outside_contract', `claw exits with 0, 1 or 2, not ${code}`)
  }
}

function readResult(reading: CaptureReader, { document, stream }: Envelope): ReadOutcome {
  const { kind, command } = document
  const isKindText = typeof kind === 'string'
  if (kind !== undefined && !isKindText) reading.problem('kind_missing', 'kind is not a string')
  // Of two verbs the second one belongs to the payload, as do a kind and a type that are none.
  const isPayload = {
    command: isKindText && command !== undefined,
    kind: kind !== undefined && !isKindText,
    type: !isMarked(document),
  }
  const payload = flatPayload(document, without([...CLAW_1_RESULT_MEMBERS, RESERVED], isPayload))
  const draft: Draft = {
    exit: 'SUCCESS',
    data: isWrapped(payload) ? (payload['data'] ?? null) : payload,
    error: null,
    warnings: [],
    meta: metaOf(isKindText ? kind : command),
  }
  if (reading.exitCode !== 0) {
    setFailure(reading, draft, errorOfExit(reading, document['found']))
  }
  return reading.finish(draft, stream, stowedIn(document))
}

function isMarked({ type }: JsonObject): boolean {
  return type === undefined || MARKS.has(type)
}

function without(
  own: readonly string[],
  isPayload: Readonly<Record<string, boolean>>,
): ReadonlySet<string> {
  return new Set(own.filter((name) => isPayload[name] !== true))
}

function metaOf(verb: JsonValue | undefined): Record<string, JsonValue> {
  return typeof verb === 'string' ? { command: verb } : {}
}

/** Makes the error for a result with a failing exit: exit 2 is a timeout, others are contradictions. */
function errorOfExit(reading: CaptureReader, found: JsonValue | undefined): DraftError {
  if (reading.exitCode === 2) return errorFromExit(TIMEOUT_CODE, 'TIMEOUT', TIMEOUT_MESSAGE)
  reading.problem(
    'type_contradicts_exit',
    `the document is a result but the exit code is ${reading.exitCode}`,
  )
  return found === false
    ? errorFromExit('not_found', 'NOT_FOUND', 'What was asked for does not exist.')
    : errorFromExit('unknown', 'GENERAL_ERROR')
}

function readFailure(reading: CaptureReader, { document, stream }: Envelope): ReadOutcome {
  const { kind, error, message, hint, command } = document
  const errorKind = document['error_kind']
  const text = [error, message, isJsonObject(error) ? error['message'] : undefined].find(
    (candidate) => typeof candidate === 'string',
  )
  if (typeof error !== 'string') reading.problem('error_not_text', 'error is not a string')
  if (!MARKS.has(document['type']) && document['status'] !== 'error') {
    reading.problem('type_missing', 'only its members show that it is an error')
  }
  const code = classOf(reading, errorKind, kind)
  const verb = typeof errorKind === 'string' && kind !== errorKind ? kind : command
  const payload = flatPayload(
    document,
    without([...CLAW_1_ERROR_MEMBERS, RESERVED], { type: !isMarked(document) }),
  )
  // What a time limit stopped is a result that is not complete.
  const isTimeout = code === TIMEOUT_CODE && reading.exitCode === 2
  const isData = isTimeout && Object.keys(payload).length > 0 && !isWrapped(payload)
  const wrapped = isWrapped(payload) ? (payload['data'] ?? null) : null
  const draft: Draft = {
    exit: 'GENERAL_ERROR',
    data: isData ? payload : wrapped,
    error: null,
    warnings: [],
    meta: metaOf(verb),
  }
  checkBodyExit(reading, document['exit_code'])
  const inError = isJsonObject(error) ? { error } : undefined
  const details = mergedDetails(
    isData || isWrapped(payload) ? undefined : payload,
    inError,
    unsaidMembers(reading, document, text),
  )
  setFailure(
    reading,
    draft,
    draftError({
      code,
      message: typeof text === 'string' ? text : 'The command failed and does not say why.',
      category: categoryOfCode(
        CLAW_1_CATEGORIES,
        code,
        reading.exitCode === 2 ? 'TIMEOUT' : 'GENERAL_ERROR',
      ),
      retryable: null,
      members: { suggestion: nonEmptyText(hint), details },
    }),
  )
  return reading.finish(draft, stream, stowedIn(document))
}

/** Collects members that appear nowhere else: a different message, or a hint that is not a string. */
function unsaidMembers(
  reading: CaptureReader,
  { message, hint, command }: JsonObject,
  text: JsonValue | undefined,
): JsonObject | undefined {
  const isTextOrNull = typeof hint === 'string' || hint === null || hint === undefined
  if (!isTextOrNull) {
    reading.problem('error_member_invalid', 'hint has the wrong type')
  }
  const unsaid: Record<string, JsonValue> = {}
  if (message !== undefined && message !== text) unsaid['message'] = message
  if (!isTextOrNull) unsaid['hint'] = hint
  if (command !== undefined && typeof command !== 'string') unsaid['command'] = command
  return mergedDetails(unsaid)
}

function classOf(
  reading: CaptureReader,
  errorKind: JsonValue | undefined,
  kind: JsonValue | undefined,
): string {
  const name = typeof errorKind === 'string' ? errorKind : kind
  if (typeof name !== 'string') reading.problem('kind_missing', 'kind is not a string')
  return typeof name !== 'string' || name === 'error' || name === '' ? 'unknown' : name
}

function checkBodyExit(reading: CaptureReader, inBody: JsonValue | undefined): void {
  if (inBody !== undefined && inBody !== reading.exitCode && !reading.signal) {
    reading.problem(
      'body_contradicts_exit',
      `exit_code is ${JSON.stringify(inBody)} but the exit code is ${reading.exitCode}`,
    )
  }
}

function stowedIn(document: JsonObject): JsonValue | undefined {
  return Object.hasOwn(document, RESERVED) ? document[RESERVED] : undefined
}
