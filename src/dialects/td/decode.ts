import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ReadOutcome,
} from '../../contract/index.ts'
import { categoryOfCode } from '../read/error-categories.ts'
import type { Capture } from '../dialect.ts'
import { draftError, mergedDetails, type Draft } from '../read/outcome-draft.ts'
import { Reading } from '../read/capture-reader.ts'
import { pickEnvelope } from '../read/pick-envelope.ts'
import {
  errorFromExit,
  errorParts,
  isFailure,
  takeInvalidMembers,
  readUnknownMembers,
  nonEmptyText,
  setFailure,
  takeStowed,
} from '../read/read-wrapped.ts'
import { TD_CATEGORIES } from './codes.ts'

const MEMBERS = ['ok', 'type', 'data', 'error']
const FITS = {
  suggestion: (value: JsonValue) => typeof value === 'string',
  details: isJsonObject,
}

/** Reads the output of td. */
export function decode(capture: Capture): ReadOutcome {
  const reading = new Reading(capture)
  const envelope = pickEnvelope(reading, isTdShape, ({ ok }) => ok !== true)
  if (!envelope) return reading.failClosed()
  const { document, stream } = envelope
  const { type } = document
  const draft: Draft = {
    exit: 'SUCCESS',
    data: document['data'] ?? null,
    error: null,
    warnings: warningLines(reading.text('stderr')),
    meta: typeof type === 'string' ? { type } : {},
  }
  readUnknownMembers(reading, document, MEMBERS, draft)
  if (!isFailure(reading, envelope, MEMBERS)) {
    if (typeof type !== 'string') reading.problem('type_missing', 'type is not a string')
    if (!Object.hasOwn(document, 'data')) reading.problem('data_missing', 'the key is absent')
    return reading.finish(draft, stream)
  }
  if (![0, 1].includes(reading.exitCode) && !reading.signal) {
    reading.problem('exit_outside_contract', `td fails with 1, not with ${reading.exitCode}`)
  }
  const parts = errorParts(reading, document['error'], ['suggestion', 'details'])
  if (!parts) {
    setFailure(
      reading,
      draft,
      errorFromExit('GENERAL_ERROR', 'GENERAL_ERROR', nonEmptyText(document['error'])),
    )
    return reading.finish(draft, stream)
  }
  const { suggestion } = parts.own
  const { details, stowed } = takeStowed(parts.own['details'])
  const all = mergedDetails(parts.unknown, takeInvalidMembers(reading, parts.own, FITS), details)
  const code = parts.code ?? 'GENERAL_ERROR'
  setFailure(
    reading,
    draft,
    draftError({
      code,
      message: parts.message,
      category: categoryOfCode(TD_CATEGORIES, code),
      retryable: null,
      members: { suggestion: nonEmptyText(suggestion), details: all },
    }),
  )
  return reading.finish(draft, stream, stowed)
}

/** Tests for the shape of a td envelope, complete or not. */
export function isTdShape(document: JsonObject): boolean {
  return (
    Object.hasOwn(document, 'ok') &&
    ['type', 'data', 'error'].some((name) => Object.hasOwn(document, name))
  )
}

/** Reads warnings, which td prints as lines on stderr. */
function warningLines(text: string): readonly string[] {
  if (!text.includes('Warning:')) return []
  return text
    .split('\n')
    .filter((line) => line.startsWith('Warning:'))
    .slice(0, 100)
    .map((line) => line.slice('Warning:'.length).trim())
}
