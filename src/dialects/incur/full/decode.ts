import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ReadOutcome,
} from '../../../contract/index.ts'
import type { Capture, DecodeOptions } from '../../dialect.ts'
import type { Draft } from '../../read/outcome-draft.ts'
import { readIncurError, readIncurMeta } from '../shared-members.ts'
import { isLastRecord, RecordReader } from '../records.ts'
import { CaptureReader, type Envelope } from '../../read/capture-reader.ts'
import {
  errorFromExit,
  isFailure,
  readUnknownMembers,
  setFailure,
} from '../../read/read-members.ts'

const MEMBERS = ['ok', 'data', 'error', 'meta']
const RECORD_MEMBERS = ['type', ...MEMBERS]

/** The end of an error that a limit of tokens cut. */
const CUT = /\n\[[^\]\n]*tokens [^\]\n]*\]$/

/** Reads incur's full output, and its streams of records, which are the same in compact output. */
export function decode(capture: Capture, options: DecodeOptions = {}): ReadOutcome {
  const reading = new CaptureReader(capture)
  const records = readStream(reading)
  if (records) return readEnvelope(reading, records.envelope, records.chunks, options)
  const envelope = reading.lastOf('stdout', isIncurFullShape)
  if (!envelope) return reading.failClosed()
  return readEnvelope(reading, envelope, undefined, options)
}

/** Tests for the shape of incur's full output. An `ok` is not enough, because results may have one. */
function isIncurFullShape(document: JsonObject): boolean {
  const { ok, meta, type } = document
  if (typeof ok !== 'boolean' || type === 'done' || type === 'error') return false
  const hasCommand = isJsonObject(meta) && Object.hasOwn(meta, 'command')
  return Object.hasOwn(document, 'data') || Object.hasOwn(document, 'error') || hasCommand
}

function readStream(
  reading: CaptureReader,
): { readonly envelope: Envelope; readonly chunks: readonly JsonValue[] } | undefined {
  const { whole } = reading
  if (whole !== undefined && !isLastRecord(whole.value)) return undefined
  const text = reading.text('stdout')
  if (!text.includes('"chunk"') && !text.includes('"done"') && !text.includes('"error"')) {
    return undefined
  }
  const reader = new RecordReader()
  const report = reading.scan('stdout', (value, source) => reader.add(value, source))
  const records = reader.read()
  if (!records?.last || report.cut) return undefined
  const { chunks, leftOut, last } = records
  if (leftOut > 0) {
    reading.problem('output_too_long', `the first ${leftOut} records on stdout were left out`)
  }
  return { envelope: { ...last, stream: 'stdout' }, chunks }
}

function readEnvelope(
  reading: CaptureReader,
  envelope: Envelope,
  chunks: readonly JsonValue[] | undefined,
  options: DecodeOptions,
): ReadOutcome {
  const { document } = envelope
  const draft: Draft = {
    exit: 'SUCCESS',
    data: chunks ?? document['data'] ?? null,
    error: null,
    warnings: [],
    meta: {},
  }
  const inMeta = readIncurMeta(reading, document, draft, chunks === undefined)
  readUnknownMembers(reading, document, chunks ? RECORD_MEMBERS : MEMBERS, draft)
  const isError = chunks !== undefined && document['type'] === 'error'
  if (isError && document['ok'] === true)
    reading.problem('error_on_success', 'ok is true although the last record is an error')
  if (!isFailure(reading, envelope, MEMBERS) && !isError)
    return reading.finish(draft, 'stdout', inMeta)
  const { error: body } = document
  if (!isJsonObject(body)) {
    const message = typeof body === 'string' ? body : undefined
    if (message === undefined || !CUT.test(message))
      reading.problem('error_missing', 'the command failed without an error object')
    setFailure(reading, draft, errorFromExit('GENERAL_ERROR', 'GENERAL_ERROR', message))
    return reading.finish(draft, 'stdout', inMeta)
  }
  const { error, stowed } = readIncurError(reading, body, options, new Set())
  setFailure(reading, draft, error)
  return reading.finish(draft, 'stdout', stowed ?? inMeta)
}
