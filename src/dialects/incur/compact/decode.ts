import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ReadOutcome,
} from '../../../contract/index.ts'
import { withoutMembers } from '../../../internal/json/json-members.ts'
import type { Capture, DecodeOptions } from '../../dialect.ts'
import type { Draft } from '../../read/outcome-draft.ts'
import { isCta, readIncurError, readIncurMeta } from '../shared-members.ts'
import { CaptureReader } from '../../read/capture-reader.ts'
import { errorFromExit, setFailure, saidFailure } from '../../read/read-members.ts'
import { readPrinted, type Printed } from './bare-output.ts'

const ERROR_MEMBERS = ['code', 'message', 'retryable', 'extra', 'next_steps', 'fieldErrors']
const CTA: ReadonlySet<string> = new Set(['cta'])

/**
 * Reads incur's compact output. It has no envelope, so only the exit code tells a result from an error:
 * exit 0 is a success whatever was printed.
 */
export function decode(capture: Capture, options: DecodeOptions = {}): ReadOutcome {
  const reading = new CaptureReader(capture)
  const printed = readPrinted(reading)
  const { records } = printed
  const value = records ? records.chunks : printed.value
  const { data, meta } = takeCta(value)
  const draft: Draft = { exit: 'SUCCESS', data, error: null, warnings: [], meta }
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
      ...errorFromExit('GENERAL_ERROR', 'GENERAL_ERROR', saidFailure(value)?.message),
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
  const { error, stowed } = readIncurError(reading, body, options, isCta(cta) ? CTA : new Set())
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
  const error = isJsonObject(value) ? value['error'] : undefined
  if (reading.exitCode === 0 || !isJsonObject(error)) return undefined
  reading.problem('error_missing', 'the error is inside another document')
  return error
}

function errorRecord(reading: CaptureReader, last: JsonObject | undefined): JsonObject | undefined {
  if (!last) {
    reading.problem('stream_unfinished', 'the stream has no final record')
    return undefined
  }
  const hasError = last['error'] !== undefined && last['error'] !== null
  if (last['ok'] === true && last['type'] === 'done' && !hasError) return undefined
  if (reading.exitCode === 0) {
    reading.problem('ok_contradicts_exit', 'the last record is an error but the exit code is 0')
  }
  return isJsonObject(last['error']) ? last['error'] : {}
}

function takeCta(value: JsonValue): { data: JsonValue; meta: Record<string, JsonValue> } {
  if (!isJsonObject(value) || !isCta(value['cta'])) return { data: value, meta: {} }
  return { data: withoutMembers(value, CTA), meta: { cta: value['cta'] ?? null } }
}
