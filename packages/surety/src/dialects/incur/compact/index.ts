import schema from './schema.json' with { type: 'json' }
import {
  objectOf,
  isJsonObject,
  type FailureOutcome,
  type JsonObject,
  type JsonValue,
  type SuccessOutcome,
  type ReadOutcome,
} from '../../../contract/index.ts'
import type {
  Dialect,
  EncodeOptions,
  Capture,
  DecodeOptions,
  EncodedDocument,
} from '../../dialect.ts'
import {
  ctaOfFrameworkError,
  incurExit,
  isCta,
  writeIncurError,
  readIncurError,
  readIncurMeta,
} from '../shared-members.ts'
import { compactTraits } from '../traits.ts'
import { onStdout, processExit } from '../../write/write-failure.ts'
import { isLikeAnError } from '../../read/bare-error.ts'
import { callsItselfFailed, readFailure } from '../../../failure-reader/index.ts'
import { errorFromExit, setFailure } from '../../read/read-members.ts'
import { readPrinted, type Printed } from './bare-output.ts'
import { withoutMembers } from '@surety/internal/json/json-values.ts'
import { draftOf } from '../../read/outcome-draft.ts'
import { CaptureReader } from '../../read/capture-reader.ts'

export const dialect = Object.freeze<Dialect>({
  id: 'incur-compact',
  ...compactTraits,
  roomFor: ({ ok }) => (ok ? null : '/extra'),
  toDocument: (outcome, options = {}) =>
    outcome.ok ? writeSuccess(outcome) : writeFailure(outcome, options),
  title: 'incur, compact: the bare result, exit code decides',
  decode,
  // Nothing else is left to tell, and a false failure does less harm than a false success.
  impliedExit: (document) => (isErrorShaped(document) ? 1 : 0),
  toJson: async (capture) => (await import('../rendering.ts')).toJsonCapture(capture),
  schema,
})

/** A number of an error is none of HTTP's successes, and not 0. */
function isErrorShaped(document: JsonValue): boolean {
  if (isLikeAnError(document) || callsItselfFailed(document)) return true
  const { code, message } = Object(document) as JsonObject
  if (typeof code !== 'number' || typeof message !== 'string') return false
  return code !== 0 && !(code >= 200 && code < 300)
}

function writeSuccess({ data, meta: { cta } }: SuccessOutcome): EncodedDocument {
  const takesCta = isJsonObject(data) && !Object.hasOwn(data, 'cta') && isCta(cta)
  return onStdout(takesCta ? { ...data, cta: cta as JsonValue } : (data ?? undefined), 0)
}

function writeFailure(outcome: FailureOutcome, options: EncodeOptions): EncodedDocument {
  const { cta = ctaOfFrameworkError(outcome, options) } = outcome.meta
  const body = writeIncurError(outcome, options)
  const document = isCta(cta) ? { ...body, cta: cta as JsonValue } : body
  return onStdout(document, processExit(outcome, incurExit(outcome, options)))
}

const ERROR_MEMBERS = ['code', 'message', 'retryable', 'extra', 'next_steps', 'fieldErrors']
const CTA: ReadonlySet<string> = new Set(['cta'])

/** Reads incur's compact output. Only the exit code tells a result from an error. */
function decode(capture: Capture, options: DecodeOptions = {}): ReadOutcome {
  const reading = new CaptureReader(capture)
  const printed = readPrinted(reading)
  const { records } = printed
  const value = records ? records.chunks : printed.value
  const { data, meta } = takeCta(value)
  const draft = draftOf(data, meta)
  const inMeta = records?.last && readIncurMeta(reading, records.last.document, draft, false)
  const body = records
    ? errorRecord(reading, records.last?.document)
    : (printed.errorBody?.document ?? nestedError(reading, value))
  const stream = printed.isEmpty ? null : 'stdout'
  if (reading.exitCode === 0 && !(records && body)) {
    if (!records && !printed.isList) keepOthersAside(reading, printed, value)
    return reading.finish(draft, stream, inMeta)
  }
  if (printed.isEmpty) return reading.failClosed()
  if (!body) {
    reading.problem('error_missing', 'the command failed without printing an error')
    setFailure(reading, draft, {
      ...errorFromExit(
        'GENERAL_ERROR',
        'GENERAL_ERROR',
        readFailure({ stdout: reading.text('stdout'), stderr: reading.text('stderr') }).message,
      ),
      retryable: false,
      recovery: 'never',
    })
    if (!records && !printed.isList) keepOthersAside(reading, printed, value)
    return reading.finish(draft, stream, inMeta)
  }
  if (!records) {
    keepOthersAside(reading, printed, body)
    checkDuplicates(reading, printed)
    draft.data = null
  }
  const { cta } = body
  if (isCta(cta)) draft.meta['cta'] = cta as JsonValue
  const own = isCta(cta) ? withoutMembers(body, CTA) : body
  const { error, stowed } = readIncurError(reading, own, options)
  setFailure(reading, draft, error)
  return reading.finish(draft, stream, stowed ?? inMeta)
}

function keepOthersAside(reading: CaptureReader, { others }: Printed, answer: JsonValue): void {
  for (const document of others) if (document !== answer) reading.keepAside(document)
}

/** Reports an error body with contradicting members; it is a failure all the same. */
function checkDuplicates(reading: CaptureReader, { errorBody }: Printed): void {
  if (errorBody) reading.checkDuplicates({ ...errorBody, stream: 'stdout' }, ERROR_MEMBERS)
}

/** Finds the error of a failure inside another document, where the contract does not put it. */
function nestedError(reading: CaptureReader, value: JsonValue): JsonObject | undefined {
  const error = objectOf(value)['error']
  if (reading.exitCode === 0 || !isJsonObject(error)) return undefined
  reading.problem('error_missing', 'the error is inside another document')
  return error
}

function errorRecord(reading: CaptureReader, last: JsonObject | undefined): JsonObject | undefined {
  if (!last) {
    reading.problem('stream_unfinished', 'the stream has no final record')
    return undefined
  }
  const hasError = last['error'] != null
  if (last['ok'] === true && last['type'] === 'done' && !hasError) return undefined
  if (reading.exitCode === 0) {
    reading.problem('ok_contradicts_exit', 'the last record is an error but the exit code is 0')
  }
  return objectOf(last['error'])
}

function takeCta(value: JsonValue): { data: JsonValue; meta: Record<string, JsonValue> } {
  if (!isJsonObject(value) || !isCta(value['cta'])) return { data: value, meta: {} }
  return { data: withoutMembers(value, CTA), meta: { cta: value['cta'] ?? null } }
}
