import {
  isJsonObject,
  type FailureName,
  type FailureOutcome,
  type JsonObject,
  type JsonValue,
  type Outcome,
  type OutcomeError,
  type ReadOutcome,
} from '../contract/index.ts'
import type {
  Capture,
  DecodeOptions,
  Dialect,
  DialectTraits,
  EncodeOptions,
  Layout,
  EncodedDocument,
} from './dialect.ts'
import { CaptureReader, type Envelope } from './read/capture-reader.ts'
import { categoryOfCode, type CategoryTable } from './read/error-categories.ts'
import { draftError, draftOf, mergedDetails, type Draft } from './read/outcome-draft.ts'
import {
  errorFromExit,
  errorParts,
  isFailure,
  nonEmptyText,
  readUnknownMembers,
  setFailure,
  takeInvalidMembers,
  takeStowed,
  type ErrorParts,
} from './read/read-members.ts'
import {
  adviceOf,
  dataBeside,
  factsOf,
  nativeDetails,
  processExit,
  warningsBeside,
} from './write/write-failure.ts'

/** What distinguishes a dialect that prints results to stdout and errors to stderr. */
export interface StderrDialect extends Pick<Dialect, 'id' | 'title' | 'schema'> {
  readonly traits?: DialectTraits
  readonly layout: Layout
  readonly members: readonly string[]
  readonly errorFits: Readonly<Record<string, (value: JsonValue) => boolean>>
  readonly categories: CategoryTable
  isShape(document: JsonObject, options: DecodeOptions): boolean
  otherTag?(document: JsonObject): string | undefined
  surroundings(document: JsonObject, stderr: string): Pick<Draft, 'warnings' | 'meta'>
  checkSuccess?(reading: CaptureReader, document: JsonObject): void
  checkExit?(reading: CaptureReader): void
  checkError?(reading: CaptureReader, parts: ErrorParts): void
  failureOfExit(exitCode: number): { readonly code: string; readonly category: FailureName }
  suggestionIn(own: JsonObject, details: JsonObject | undefined): string | undefined

  head(outcome: Outcome): Record<string, JsonValue>
  failureFor(error: OutcomeError): { readonly code: string; readonly number: number }
  errorMembers(error: OutcomeError, exitCode: number): JsonObject
  withSuggestion?(details: JsonObject | undefined, error: OutcomeError): JsonObject | undefined
}

export function defineStderrDialect(own: StderrDialect): Dialect {
  return Object.freeze<Dialect>({
    id: own.id,
    title: own.title,
    ...own.traits,
    schema: own.schema,
    decode: (capture, options = {}) => read(own, capture, options),
    roomFor: ({ ok }) => (ok ? null : '/error/details'),
    toDocument(outcome, options = {}) {
      if (!outcome.ok) return writeFailure(own, outcome, options)
      // Assigned, because a spread takes longer than all else that is done for a line of a log.
      const document: Record<string, JsonValue> = own.head(outcome)
      document['data'] = outcome.data
      return { document, stream: 'stdout', exit_code: 0, layout: own.layout }
    },
  })
}

function read(own: StderrDialect, capture: Capture, options: DecodeOptions): ReadOutcome {
  const reading = new CaptureReader(capture)
  const otherTags: string[] = []
  const envelope = pickEnvelope(reading, (document) => {
    if (own.isShape(document, options)) return true
    const tag = own.otherTag?.(document)
    if (tag !== undefined) otherTags.push(tag)
    return false
  })
  if (!envelope) {
    for (const tag of otherTags) reading.problem('schema_tag_unknown', tag.slice(0, 80))
    return reading.failClosed()
  }
  const { document, stream } = envelope
  const { warnings, meta } = own.surroundings(document, reading.text('stderr'))
  const draft = draftOf(document['data'] ?? null, meta, warnings)
  readUnknownMembers(reading, document, own.members, draft)
  if (!isFailure(reading, envelope, own.members)) {
    own.checkSuccess?.(reading, document)
    if (!Object.hasOwn(document, 'data')) reading.problem('data_missing', 'the key is absent')
    return reading.finish(draft, stream)
  }
  own.checkExit?.(reading)
  return reading.finish(draft, stream, readError(own, reading, document, draft))
}

function readError(
  own: StderrDialect,
  reading: CaptureReader,
  document: JsonObject,
  draft: Draft,
): JsonValue | undefined {
  const byExit = own.failureOfExit(reading.exitCode)
  const names = [...Object.keys(own.errorFits), 'details']
  const parts = errorParts(reading, document['error'], names)
  if (!parts) {
    const message = nonEmptyText(document['error'])
    setFailure(reading, draft, errorFromExit(byExit.code, byExit.category, message))
    return undefined
  }
  own.checkError?.(reading, parts)
  const { details: all = {}, stowed } = takeStowed(parts.own['details'])
  const { warnings, ...others } = all
  const isOurs = Array.isArray(warnings) && warnings.every((each) => typeof each === 'string')
  const details = isOurs ? others : all
  if (isOurs) draft.warnings = [...draft.warnings, ...warnings]
  const invalid = takeInvalidMembers(reading, parts.own, {
    ...own.errorFits,
    details: isJsonObject,
  })
  const code = parts.code ?? byExit.code
  const error = draftError({
    code,
    message: parts.message,
    category: categoryOfCode(own.categories, code, byExit.category),
    retryable: null,
    members: {
      suggestion: own.suggestionIn(parts.own, details),
      details: mergedDetails(parts.unknown, invalid, details),
    },
  })
  setFailure(reading, draft, error)
  return stowed
}

function pickEnvelope(
  reading: CaptureReader,
  isShape: (document: JsonObject) => boolean,
): Envelope | undefined {
  const onStderr = reading.lastOf('stderr', isShape)
  const onStdout = reading.lastOf('stdout', isShape)
  if (onStderr && onStderr.document['ok'] !== true) {
    if (onStdout) setAside(reading, onStdout)
    return onStderr
  }
  if (onStdout) {
    if (onStderr) setAside(reading, onStderr)
    if (onStdout.document['ok'] !== true) {
      reading.problem('wrong_stream', 'an error belongs on stderr but was on stdout')
    }
    return onStdout
  }
  if (onStderr) reading.problem('wrong_stream', 'a result belongs on stdout but was on stderr')
  return onStderr
}

function setAside(reading: CaptureReader, envelope: Envelope): void {
  reading.problem('several_envelopes', `there is another envelope on ${envelope.stream}`)
  reading.keepAside(envelope.document, true)
}

function writeFailure(
  own: StderrDialect,
  outcome: FailureOutcome,
  options: EncodeOptions,
): EncodedDocument {
  const { error } = outcome
  const { code, number } = own.failureFor(error)
  const exitCode = processExit(outcome, number)
  const native = nativeDetails(error)
  const details = {
    ...(options.stow === 'exact' ? native : (own.withSuggestion?.(native, error) ?? native)),
    ...adviceOf(outcome, options),
    ...factsOf(outcome, options, native),
    ...dataBeside(outcome, options),
    ...warningsBeside(outcome, options),
  }
  const document = {
    ...own.head(outcome),
    error: {
      code,
      message: error.message,
      ...own.errorMembers(error, exitCode),
      ...(Object.keys(details).length > 0 && { details }),
    },
  }
  return { document, stream: 'stderr', exit_code: exitCode, layout: own.layout }
}
