import {
  INCOMPLETE_ROW,
  EXIT_ROWS,
  isCommandNumber,
  isJsonObject,
  META_KEYS,
  standardExitName,
  type CustomExitCode,
  type Generation,
  type JsonObject,
  type JsonValue,
  type ReadOutcome,
} from '../../contract/index.ts'
import type { Capture, DecodeOptions } from '../dialect.ts'
import { CaptureReader, signalOfExit, type Envelope } from '../read/capture-reader.ts'
import { draftOf, liftFromMeta, synthesisedError, type Draft } from '../read/outcome-draft.ts'
import { readMetaMember, readUnknownMembers } from '../read/read-members.ts'
import { RESERVED } from '../write/reserved.ts'
import { readSpecError, type ReadExit } from './read-error.ts'

const MEMBERS = ['ok', 'data', 'error', 'warnings', 'meta'] as const
const META_MEMBERS: ReadonlySet<string> = new Set(META_KEYS)

export interface SpecReading {
  readonly toWarning?: (warning: JsonValue) => string | undefined
  readonly settle?: (reading: CaptureReader, document: JsonObject, draft: Draft) => void
  readonly exitOf?: (reading: CaptureReader, document: JsonObject) => number
}

/** Reads an envelope of a generation. Only the exit code decides about success. */
export function readSpec(
  generation: Generation,
  capture: Capture,
  options: DecodeOptions = {},
  { toWarning, settle, exitOf }: SpecReading = {},
): ReadOutcome {
  const reading = new CaptureReader(capture)
  const envelope = reading.lastOf('stdout', isSpecShape)
  if (!envelope) {
    if (reading.text('stderr').includes('"ok"'))
      reading.problem('wrong_stream', 'stderr seems to hold an envelope, which belongs on stdout')
    return reading.failClosed()
  }
  const { document } = envelope
  const disagreeing = checkMembers(reading, envelope)
  const draft = draftOf(document['data'] ?? null, {}, readWarnings(reading, document, toWarning))
  const stowedInMeta = readMeta(reading, document, draft)
  settle?.(reading, document, draft)
  readUnknownMembers(reading, document, MEMBERS, draft)
  const ownExit = exitOf?.(reading, document) ?? reading.exitCode
  const unclear = whyUnclear(document, disagreeing, ownExit)
  if (unclear !== undefined && !isJsonObject(document['error'])) {
    draft.exit = 'GENERAL_ERROR'
    draft.error = synthesisedError({
      code: 'GENERAL_ERROR',
      message: unclear,
      category: 'GENERAL_ERROR',
      retryable: false,
    })
    return reading.finish(draft, 'stdout', stowedInMeta)
  }
  if (ownExit === 0 && unclear === undefined) {
    checkSuccess(reading, document, draft)
    return reading.finish(draft, 'stdout', stowedInMeta)
  }
  const exitCode = ownExit === 0 ? EXIT_ROWS[generation].GENERAL_ERROR.number : ownExit
  if (document['ok'] === true) {
    reading.problem('ok_contradicts_exit', `ok is true but the exit code is ${exitCode}`)
  }
  const exit = readExit(reading, exitCode, generation, options.exits)
  draft.exit = exit.name
  const stowedInError = readSpecError({
    reading,
    generation,
    document,
    exit,
    draft,
    isContradictory: disagreeing.has('error.retryable'),
  })
  if (generation === '1.0') liftFromMeta(draft)
  return reading.finish(draft, 'stdout', stowedInError ?? stowedInMeta, true)
}

/** Says why an answer cannot count as a success although its exit code is 0; any exit needs the key `error`. */
function whyUnclear(
  document: JsonObject,
  disagreeing: ReadonlySet<string>,
  exitCode: number,
): string | undefined {
  if (!Object.hasOwn(document, 'error')) return 'The answer has no error member.'
  if (exitCode !== 0) return undefined
  if (disagreeing.has('ok') || disagreeing.has('error')) return 'The answer contradicts itself.'
  // The document calls two cases malformed; an answer without `ok` is none of them, and the exit decides.
  const isSilent = !Object.hasOwn(document, 'ok') && document['error'] === null
  return isSilent || typeof document['ok'] === 'boolean'
    ? undefined
    : 'The answer does not say whether it is a success: ok is neither true nor false.'
}

function isSpecShape(document: JsonObject): boolean {
  const count = MEMBERS.filter((name) => Object.hasOwn(document, name)).length
  if (Object.hasOwn(document, 'ok')) return count >= 2
  return Object.hasOwn(document, 'data') && Object.hasOwn(document, 'error')
}

function checkMembers(reading: CaptureReader, envelope: Envelope): ReadonlySet<string> {
  const { document } = envelope
  const disagreeing = reading.checkDuplicates(envelope, MEMBERS)
  for (const name of MEMBERS) {
    if (!Object.hasOwn(document, name)) reading.problem(`${name}_missing`, `the key is absent`)
  }
  const { ok, data = null } = document
  if (ok !== undefined && typeof ok !== 'boolean') {
    reading.problem('ok_not_boolean', 'ok is neither true nor false')
  }
  if (data !== null && typeof data !== 'object') {
    reading.problem('data_is_scalar', `data is a ${typeof data}`)
  }
  return disagreeing
}

function checkSuccess(reading: CaptureReader, document: JsonObject, draft: Draft): void {
  const { data, error } = document
  if (document['ok'] === false) {
    reading.problem('ok_contradicts_exit', 'ok is false but the exit code is 0')
  }
  if (error != null) {
    reading.problem('error_on_success', 'the exit code is 0, so the error is ignored')
    // Kept last, whatever else is kept: a client shows it.
    reading.keepAside(error, true)
  }
  if (data === null && error === null && draft.meta['not_modified'] !== true) {
    reading.problem('nothing_said', 'data and error are both null')
  }
}

function readWarnings(
  reading: CaptureReader,
  document: JsonObject,
  toWarning: SpecReading['toWarning'] = (warning) =>
    typeof warning === 'string' ? warning : undefined,
): readonly string[] {
  const { warnings } = document
  if (warnings === undefined) return []
  const list = Array.isArray(warnings) ? (warnings as readonly JsonValue[]) : [warnings]
  if (list !== warnings) reading.problem('warnings_not_list', 'warnings is not a list')
  if (warnings === null) return []
  return list.map((warning) => {
    const text = toWarning(warning)
    if (text !== undefined) return text
    reading.problem('warning_invalid', 'a warning has another form than those of the contract')
    return typeof warning === 'string' ? warning : JSON.stringify(warning)
  })
}

function readMeta(
  reading: CaptureReader,
  document: JsonObject,
  draft: Draft,
): JsonValue | undefined {
  const { meta } = document
  if (meta === undefined) return undefined
  if (!isJsonObject(meta)) {
    reading.problem('meta_not_object', 'meta is not an object')
    return undefined
  }
  for (const key of Object.keys(meta))
    if (key !== RESERVED)
      readMetaMember(reading, draft.meta, [key, meta[key]!], META_MEMBERS.has(key))
  if (!Number.isInteger(meta['duration_ms'])) {
    reading.problem('duration_missing', 'meta.duration_ms is not a whole number of milliseconds')
  }
  return Object.hasOwn(meta, RESERVED) ? meta[RESERVED] : undefined
}

function readExit(
  reading: CaptureReader,
  code: number,
  generation: Generation,
  exits: readonly CustomExitCode[] = [],
): ReadExit {
  const standard = standardExitName(code, generation)
  if (standard !== undefined && standard !== 'SUCCESS')
    return { name: standard, category: standard }
  const category = 'GENERAL_ERROR'
  if (generation === '1.16' && code === INCOMPLETE_ROW.number)
    return { name: 'INCOMPLETE', category }
  const signal = signalOfExit(code)
  if (signal) return { name: signal, category }
  const custom = exits.find((candidate) => candidate.number === code)
  if (custom) return { name: custom.name, category: custom.category, custom }
  if (!isCommandNumber(code)) {
    reading.problem('exit_outside_contract', `${code} is outside the exit codes of the contract`)
  }
  return { name: category, category }
}
