import { isJsonObject, type JsonObject, type ReadOutcome } from '../../contract/index.ts'
import { categoryOfCode } from '../read/error-categories.ts'
import type { Capture, DecodeOptions } from '../dialect.ts'
import { draftError, mergedDetails, type Draft } from '../read/outcome-draft.ts'
import { Reading, type Envelope } from '../read/capture-reader.ts'
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
import { ANIMUS_CATEGORIES, ANIMUS_EXITS, animusExit, exitOfCode, SCHEMA_TAG } from './codes.ts'
import { remediationOf } from './remediation.ts'

const MEMBERS = ['schema', 'ok', 'data', 'error']
const FITS = { details: isJsonObject }

/** Reads the output of animus; a document with another schema tag is not read. */
export function decode(capture: Capture, options: DecodeOptions = {}): ReadOutcome {
  const reading = new Reading(capture)
  const { aliases = [] } = options
  const strange = new Set<string>()
  const isShape = (document: JsonObject): boolean => {
    const { schema } = document
    if (typeof schema !== 'string' || !Object.hasOwn(document, 'ok')) return false
    if (schema === SCHEMA_TAG || aliases.includes(schema)) return true
    strange.add(schema)
    return false
  }
  const envelope = pickEnvelope(reading, isShape, ({ ok }) => ok !== true)
  if (envelope) return readEnvelope(reading, envelope)
  for (const tag of strange) reading.problem('schema_tag_unknown', tag.slice(0, 80))
  return reading.failClosed()
}

function readEnvelope(reading: Reading, envelope: Envelope): ReadOutcome {
  const { document, stream } = envelope
  const draft: Draft = {
    exit: 'SUCCESS',
    data: document['data'] ?? null,
    error: null,
    warnings: [],
    meta: { schema: document['schema'] ?? SCHEMA_TAG },
  }
  readUnknownMembers(reading, document, MEMBERS, draft)
  if (!isFailure(reading, envelope, MEMBERS)) {
    if (!Object.hasOwn(document, 'data')) reading.problem('data_missing', 'the key is absent')
    return reading.finish(draft, stream)
  }
  const row = animusExit(reading.exitCode)
  const parts = errorParts(reading, document['error'], ['exit_code', 'details'])
  if (!parts) {
    setFailure(
      reading,
      draft,
      errorFromExit(row.code, row.category, nonEmptyText(document['error'])),
    )
    return reading.finish(draft, stream)
  }
  checkExitCode(reading, parts.own['exit_code'], parts.code)
  const { details, stowed } = takeStowed(parts.own['details'])
  const all = mergedDetails(parts.unknown, takeInvalidMembers(reading, parts.own, FITS), details)
  const suggestion = remediationOf(details)
  const code = parts.code ?? row.code
  setFailure(
    reading,
    draft,
    draftError({
      code,
      message: parts.message,
      category: categoryOfCode(ANIMUS_CATEGORIES, code, row.category),
      retryable: null,
      members: { suggestion, details: all },
    }),
  )
  return reading.finish(draft, stream, stowed)
}

/** Checks that code, exit number in the body and exit code agree. */
function checkExitCode(reading: Reading, inBody: unknown, code: string | undefined): void {
  const { exitCode, signal } = reading
  if (typeof inBody !== 'number') {
    reading.problem('error_exit_code_missing', 'error.exit_code is not a number')
  } else if (inBody !== exitCode && !signal) {
    reading.problem(
      'body_contradicts_exit',
      `error.exit_code is ${inBody} but the exit code is ${exitCode}`,
    )
  }
  if (!Object.hasOwn(ANIMUS_EXITS, exitCode) && exitCode !== 0 && !signal) {
    reading.problem('exit_outside_contract', `animus fails with 1 to 5, not with ${exitCode}`)
  }
  const number = exitOfCode(code)
  const isSignalExit = signal !== undefined && inBody === exitCode
  if (number !== undefined && typeof inBody === 'number' && number !== inBody && !isSignalExit) {
    reading.problem('code_contradicts_exit', `${code} means exit code ${number}, not ${inBody}`)
  }
}
