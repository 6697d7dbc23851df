import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ReadOutcome,
} from '../../contract/index.ts'
import { withoutMembers } from '../../internal/json-members.ts'
import type { Capture, DecodeOptions } from '../dialect.ts'
import type { Draft } from '../draft.ts'
import { isCta, readIncurError } from '../incur-error.ts'
import { readIncurMeta } from '../incur-meta.ts'
import { readRecords } from '../incur-records.ts'
import { readPrinted, type Printed } from '../printed-value.ts'
import { Reading } from '../reading.ts'
import { errorFromExit, settleFailure } from '../wrapped-reading.ts'

const ERROR_MEMBERS = ['code', 'message', 'retryable', 'extra', 'next_steps', 'fieldErrors']
const CTA: ReadonlySet<string> = new Set(['cta'])

/**
 * Reads incur's compact output. It has no envelope, so the exit code alone tells a result from an
 * error: exit 0 is a success whatever was printed.
 */
export function decode(capture: Capture, options: DecodeOptions = {}): ReadOutcome {
  const reading = new Reading(capture)
  const printed = readPrinted(reading)
  const records = readRecords(printed.documents)
  const value = records ? records.chunks : printed.value
  const { data, meta } = liftCta(value)
  const draft: Draft = { exit: 'SUCCESS', data, error: null, warnings: [], meta }
  const inMeta = records?.last && readIncurMeta(reading, records.last, draft, false)
  const body = records ? errorRecord(reading, records.last) : lastErrorBody(printed.documents)
  const stream = printed.isEmpty ? null : 'stdout'
  if (reading.exitCode === 0 && !(records && body)) {
    if (!records) keepOthersAside(reading, printed.documents, value)
    return reading.finish(draft, stream, inMeta)
  }
  if (printed.isEmpty) return reading.failClosed()
  if (!body) {
    reading.problem('error_missing', 'the command failed and printed no code and message')
    settleFailure(reading, draft, {
      ...errorFromExit('GENERAL_ERROR', 'GENERAL_ERROR'),
      retryable: false,
      recovery: 'never',
    })
    if (!records) keepOthersAside(reading, printed.documents, value)
    return reading.finish(draft, stream, inMeta)
  }
  if (!records) {
    keepOthersAside(reading, printed.documents, body)
    checkDuplicates(reading, printed, body)
    draft.data = null
  }
  const { cta } = body
  if (isCta(cta)) draft.meta['cta'] = cta as JsonValue
  const { error, stowed } = readIncurError(reading, body, options, isCta(cta) ? CTA : new Set())
  settleFailure(reading, draft, error)
  return reading.finish(draft, stream, stowed ?? inMeta)
}

/** Keeps what was printed besides the answer, which is one of the documents or the list of them. */
function keepOthersAside(
  reading: Reading,
  documents: readonly JsonValue[],
  answer: JsonValue,
): void {
  if (Array.isArray(answer) && !documents.includes(answer)) return
  for (const document of documents) if (document !== answer) reading.keepAside(document)
}

/** An error body that says two things at once is a failure all the same; that it does is named. */
function checkDuplicates(reading: Reading, printed: Printed, body: JsonObject): void {
  const text = printed.sources[printed.documents.indexOf(body)]
  if (text === undefined) return
  reading.checkDuplicates({ document: body, text, stream: 'stdout' }, ERROR_MEMBERS)
}

/** Finds the error body among what a failed command printed: the last object with code and message. */
function lastErrorBody(documents: readonly JsonValue[]): JsonObject | undefined {
  return documents.findLast(
    (document): document is JsonObject =>
      isJsonObject(document) &&
      typeof document['code'] === 'string' &&
      typeof document['message'] === 'string',
  )
}

function errorRecord(reading: Reading, last: JsonObject | undefined): JsonObject | undefined {
  if (!last) {
    reading.problem('stream_unfinished', 'the records end without one that decides')
    return undefined
  }
  if (last['ok'] === true && last['type'] === 'done') return undefined
  if (reading.exitCode === 0) {
    reading.problem('ok_contradicts_exit', 'the last record is an error and the exit code 0')
  }
  return isJsonObject(last['error']) ? last['error'] : {}
}

function liftCta(value: JsonValue): { data: JsonValue; meta: Record<string, JsonValue> } {
  if (!isJsonObject(value) || !isCta(value['cta'])) return { data: value, meta: {} }
  return { data: withoutMembers(value, CTA), meta: { cta: value['cta'] ?? null } }
}
