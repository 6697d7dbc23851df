import schema from './schema.json' with { type: 'json' }
import {
  type FailureOutcome,
  type JsonValue,
  isJsonObject,
  type JsonObject,
  type Outcome,
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
import { fullTraits } from '../traits.ts'
import { onStdout, processExit } from '../../write/write-failure.ts'
import { draftOf } from '../../read/outcome-draft.ts'
import { isLastRecord, RecordReader } from '../records.ts'
import { CaptureReader } from '../../read/capture-reader.ts'
import {
  errorFromExit,
  isFailure,
  readUnknownMembers,
  setFailure,
} from '../../read/read-members.ts'

export const dialect = Object.freeze<Dialect>({
  id: 'incur-full',
  ...fullTraits,
  roomFor: () => '/meta',
  toDocument: (outcome, options = {}) =>
    outcome.ok
      ? onStdout({ ok: true, data: outcome.data, meta: metaOf(outcome) }, 0)
      : writeFailure(outcome, options),
  title: 'incur, full: ok, data or error, meta',
  decode,
  toJson: async (capture) => (await import('../rendering.ts')).toJsonCapture(capture),
  schema,
})

function writeFailure(outcome: FailureOutcome, options: EncodeOptions): EncodedDocument {
  const cta = ctaOfFrameworkError(outcome, options)
  const meta = { ...(cta && { cta }), ...metaOf(outcome) }
  const document = { ok: false, error: writeIncurError(outcome, options), meta }
  return onStdout(document, processExit(outcome, incurExit(outcome, options)))
}

function metaOf({ meta }: Outcome): JsonObject {
  const { command = '', duration_ms: duration = 0, cta, nextOffset = meta['next_offset'] } = meta
  return {
    command,
    duration: `${duration}ms`,
    ...(isCta(cta) && { cta: cta as JsonValue }),
    ...(Number.isInteger(nextOffset) && { nextOffset: nextOffset as JsonValue }),
  }
}

const MEMBERS = ['ok', 'data', 'error', 'meta']
const RECORD_MEMBERS = ['type', ...MEMBERS]

/** The end of an error that a limit of tokens cut. */
const CUT = /\n\[[^\]\n]*tokens [^\]\n]*\]$/

/** Reads incur's full output, and its streams of records, which are the same in compact output. */
function decode(capture: Capture, options: DecodeOptions = {}): ReadOutcome {
  const reading = new CaptureReader(capture)
  const records = readStream(reading)
  const envelope = records?.envelope ?? reading.lastOf('stdout', isIncurFullShape)
  if (!envelope) return reading.failClosed()
  const { document } = envelope
  const draft = draftOf(records?.chunks ?? document['data'] ?? null)
  const inMeta = readIncurMeta(reading, document, draft, records === undefined)
  readUnknownMembers(reading, document, records ? RECORD_MEMBERS : MEMBERS, draft)
  const isError = records !== undefined && document['type'] === 'error'
  if (isError && document['ok'] === true)
    reading.problem('error_on_success', 'ok is true although the last record is an error')
  if (!isFailure(reading, envelope, MEMBERS) && !isError)
    return reading.finish(draft, 'stdout', inMeta)
  const { error: body } = document
  if (isJsonObject(body)) {
    const { error, stowed } = readIncurError(reading, body, options)
    setFailure(reading, draft, error)
    return reading.finish(draft, 'stdout', stowed ?? inMeta)
  }
  const message = typeof body === 'string' ? body : undefined
  if (message === undefined || !CUT.test(message))
    reading.problem('error_missing', 'the command failed without an error object')
  setFailure(reading, draft, errorFromExit('GENERAL_ERROR', 'GENERAL_ERROR', message))
  return reading.finish(draft, 'stdout', inMeta)
}

/** Tests for the shape of incur's full output. An `ok` is not enough, because results may have one. */
function isIncurFullShape(document: JsonObject): boolean {
  const { ok, meta, type } = document
  if (typeof ok !== 'boolean' || type === 'done' || type === 'error') return false
  const hasCommand = isJsonObject(meta) && Object.hasOwn(meta, 'command')
  return Object.hasOwn(document, 'data') || Object.hasOwn(document, 'error') || hasCommand
}

function readStream(reading: CaptureReader) {
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
  return { envelope: { ...last, stream: 'stdout' as const }, chunks }
}
