import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ReadOutcome,
  type FailureName,
  type OutcomeErrorInput,
} from '../../contract/index.ts'
import { withoutMembers } from '../../internal/json/json-members.ts'
import { scanBareDocuments } from '../json/scan-documents.ts'
import type { Capture } from '../dialect.ts'
import {
  type Draft,
  draftError,
  mergedDetails,
  synthesisedError,
  type DraftError,
  ERROR_FITS,
} from '../read/outcome-draft.ts'
import { RESERVED } from '../write/loss-ledger.ts'
import { readMetaMember } from '../read/read-members.ts'
import { CaptureReader } from '../read/capture-reader.ts'
import { contains, valueAt, type Plan, type ErrorPlan } from './plan.ts'

/** Reads a capture as a plan says. Never throws, and never reads a failure as a success. */
export function readCapture(plan: Plan, capture: Capture): ReadOutcome {
  const reading = new CaptureReader(capture)
  if (plan.errorStream === 'stderr') {
    const error = reading.lastOf('stderr', (document) => isErrorOnStderr(plan, document, reading))
    if (error) {
      // A bare payload beside an error is not an envelope and cannot contradict it.
      const other = plan.hasEnvelope ? findOnStdout(plan, reading) : undefined
      if (other) {
        reading.problem('several_envelopes', 'there is another envelope on stdout')
        reading.keepAside(other.document, true)
      }
      const isContradictory = contradictsItself(plan, error, reading)
      const { draft, stowed } = readDocument(plan, error.document, reading, isContradictory)
      return reading.finish(draft, 'stderr', stowed)
    }
  }
  const found = findOnStdout(plan, reading)
  if (found === undefined) {
    // If only exit numbers tell failures, a failure leaves no document.
    if (!plan.error && !plan.ok && !succeeds(plan, reading.exitCode)) {
      return reading.finish(readNothing(plan, reading), null)
    }
    return reading.failClosed()
  }
  if (plan.errorStream === 'stderr' && isJsonObject(found.document)) {
    if (says(plan, found.document) === 'failure') {
      reading.problem('wrong_stream', 'an error belongs on stderr but was on stdout')
    }
  }
  const isContradictory = contradictsItself(plan, found, reading)
  const { draft, stowed } = readDocument(plan, found.document, reading, isContradictory)
  return reading.finish(draft, 'stdout', stowed)
}

export function readDocument(
  plan: Plan,
  document: JsonValue,
  reading: CaptureReader,
  isContradictory = false,
): { readonly draft: Draft; readonly stowed: JsonValue | undefined } {
  const said = isJsonObject(document) ? says(plan, document) : 'nothing'
  checkEnvelope(plan, document, reading)
  const isFailure = said === 'failure' || isContradictory || !succeeds(plan, reading.exitCode)
  const hasError = isJsonObject(document) && hasErrorAt(plan, document)
  const byExit = succeeds(plan, reading.exitCode) ? 'success' : 'failure'
  if (said !== 'nothing' && said !== byExit) {
    const contradiction = `the envelope reports ${said} but the exit code means ${byExit}`
    reading.problem('exit_contradicts', contradiction)
  }
  const { data, leftovers } = readData(plan, document, isFailure, hasError, reading)
  const draft: Draft = {
    exit: 'SUCCESS',
    data,
    error: null,
    warnings: isJsonObject(document) ? readWarnings(plan, document, reading) : [],
    meta: isJsonObject(document) ? readMeta(plan, document, reading) : {},
  }
  if (isFailure) {
    draft.error =
      plan.error && hasError && isJsonObject(document)
        ? readError(plan, plan.error, document, leftovers, reading)
        : errorByExit(plan, reading)
    draft.exit = reading.signal ?? failureByExit(plan, reading.exitCode) ?? draft.error.category
  }
  const stowed = plan.stow && valueAt(document, [...plan.stow, RESERVED])
  return { draft, stowed }
}

export function readNothing(plan: Plan, reading: CaptureReader): Draft {
  const error = errorByExit(plan, reading)
  const exit = reading.signal ?? error.category
  return { exit, data: null, error, warnings: [], meta: {} }
}

function succeeds(plan: Plan, exitCode: number): boolean {
  return plan.exitName(exitCode) === 'SUCCESS'
}

function hasErrorAt(plan: Plan, document: JsonObject): boolean {
  const value = plan.error && valueAt(document, plan.error.at)
  return value !== undefined && value !== null && value !== false
}

function says(plan: Plan, document: JsonObject): 'success' | 'failure' | 'nothing' {
  if (hasErrorAt(plan, document)) return 'failure'
  if (plan.ok) {
    const value = valueAt(document, plan.ok.parts)
    return value !== undefined && plan.ok.success.includes(value) ? 'success' : 'failure'
  }
  return plan.error ? 'success' : 'nothing'
}

/** A document on stderr that says nothing itself is an error only if the exit number says so. */
function isErrorOnStderr(plan: Plan, document: JsonObject, reading: CaptureReader): boolean {
  if (!isShape(plan, document)) return false
  const said = says(plan, document)
  return said === 'failure' || (said === 'nothing' && !succeeds(plan, reading.exitCode))
}

function isShape(plan: Plan, document: JsonObject): boolean {
  if (plan.constants.some(([parts]) => valueAt(document, parts) === undefined)) return false
  if (hasErrorAt(plan, document)) return true
  if (plan.ok) return valueAt(document, plan.ok.parts) !== undefined
  return plan.isFlat || valueAt(document, plan.data) !== undefined
}

interface Found {
  readonly document: JsonValue
  readonly text: string
}

function findOnStdout(plan: Plan, reading: CaptureReader): Found | undefined {
  if (plan.hasEnvelope) return reading.lastOf('stdout', (document) => isShape(plan, document))
  const text = reading.text('stdout')
  const { whole } = reading
  if (whole !== undefined) return { document: whole.value, text: whole.text }
  let last: Found | undefined
  const report = scanBareDocuments(text, (document, source, standsOut) => {
    if (!standsOut) return reading.keepAside(document)
    if (last !== undefined) {
      reading.problem('several_envelopes', 'stdout has more than one document; the last one counts')
      reading.keepAside(last.document, true)
    }
    last = { document, text: source }
    return undefined
  })
  if (!report.cut) return last
  reading.problem('document_cut', 'stdout ends inside a JSON document')
  return undefined
}

/** Tests for members that appear twice with different values, which cannot mean success. */
function contradictsItself(plan: Plan, { document, text }: Found, reading: CaptureReader): boolean {
  if (!isJsonObject(document)) return false
  return reading.checkDuplicates({ document, text, stream: 'stdout' }, [...plan.own]).size > 0
}

function checkEnvelope(plan: Plan, document: JsonValue, reading: CaptureReader): void {
  for (const [parts, value] of plan.constants) {
    if (valueAt(document, parts) !== value && typeof value !== 'object') {
      reading.problem('constant_differs', `'${parts.join('.')}' is not ${JSON.stringify(value)}`)
    }
  }
  if (!plan.ok || !isJsonObject(document)) return
  const value = valueAt(document, plan.ok.parts)
  const place = plan.ok.parts.join('.')
  if (value === undefined) reading.problem('ok_missing', `'${place}' is missing`)
  else if (plan.ok.success.includes(value)) {
    if (hasErrorAt(plan, document))
      reading.problem('ok_contradicts', `'${place}' says success although there is an error`)
  } else if (!plan.ok.failure.includes(value)) {
    reading.problem('ok_unknown', `'${place}' has a value that the description does not list`)
  }
}

function readData(
  plan: Plan,
  document: JsonValue,
  isFailure: boolean,
  hasError: boolean,
  reading: CaptureReader,
): { readonly data: JsonValue; readonly leftovers: JsonObject | undefined } {
  if (!plan.isFlat) {
    const data = valueAt(document, plan.data)
    if (data === undefined && !isFailure) reading.problem('data_missing', 'a success has no data')
    return { data: data ?? null, leftovers: undefined }
  }
  if (!isJsonObject(document)) return { data: document, leftovers: undefined }
  // A bare payload is passed on without a copy.
  if (plan.own.size === 0) return { data: document, leftovers: undefined }
  const rest = withoutMembers(document, plan.own)
  if (!isFailure) return { data: rest, leftovers: undefined }
  if (hasError) return { data: null, leftovers: rest }
  return { data: Object.keys(rest).length > 0 ? rest : null, leftovers: undefined }
}

function readWarnings(plan: Plan, document: JsonObject, reading: CaptureReader): readonly string[] {
  const value = plan.warnings && valueAt(document, plan.warnings)
  if (value === undefined || value === null) return []
  const list = Array.isArray(value) ? (value as readonly JsonValue[]) : [value]
  if (list !== value) reading.problem('warnings_invalid', 'the warnings are not a list')
  return list.map((warning) => (typeof warning === 'string' ? warning : JSON.stringify(warning)))
}

function readMeta(
  plan: Plan,
  document: JsonObject,
  reading: CaptureReader,
): Record<string, JsonValue> {
  const meta: Record<string, JsonValue> = {}
  const take = (key: string, value: JsonValue, isDescribed = false): void =>
    readMetaMember(reading, meta, [key, value], isDescribed)
  // Members that the description does not mention are kept.
  if (!plan.isFlat) {
    for (const [key, value] of Object.entries(withoutMembers(document, plan.own))) take(key, value)
  }
  const open = plan.meta && valueAt(document, plan.meta)
  if (isJsonObject(open)) {
    for (const [key, value] of Object.entries(open)) {
      if (key !== RESERVED && !isPlaced(plan, key)) take(key, value)
    }
  } else if (open !== undefined && open !== null) {
    reading.problem('meta_invalid', 'meta is not an object')
  }
  for (const [key, parts] of plan.metaMembers) {
    const value = valueAt(document, parts)
    if (value !== undefined && value !== null) take(key, value, true)
  }
  return meta
}

function isPlaced(plan: Plan, key: string): boolean {
  const inside = [...plan.meta!, key]
  const places = [
    plan.ok?.parts,
    plan.warnings,
    ...plan.constants.map(([parts]) => parts),
    ...plan.metaMembers.map(([, parts]) => parts),
  ]
  return places.some((parts) => parts !== undefined && contains(inside, parts))
}

function readError(
  plan: Plan,
  error: ErrorPlan,
  document: JsonObject,
  leftovers: JsonObject | undefined,
  reading: CaptureReader,
): DraftError {
  const texts = readTexts(error, document, reading)
  const byExit = failureByExit(plan, reading.exitCode)
  const code = texts['code'] ?? missingCode(error, byExit, reading)
  const category = plan.categoryOf(code) ?? byExit ?? 'GENERAL_ERROR'
  const { code: _code, message = missingMessage(error, document, reading), ...members } = texts
  const details = mergedDetails(
    leftovers,
    unknownMembers(error, document),
    declaredDetails(error, document),
  )
  const wait = readWait(error, document, reading)
  return draftError({
    code,
    message,
    category,
    retryable: readRetryable(error, document, reading),
    members: Object.assign(members as Partial<OutcomeErrorInput>, {
      details,
      retry_after_ms: wait,
    }),
  })
}

/** Makes the error for a failure without one; stderr becomes its detail. */
function errorByExit(plan: Plan, reading: CaptureReader): DraftError {
  const category = failureByExit(plan, reading.exitCode) ?? 'GENERAL_ERROR'
  const said = reading.text('stderr').trim().slice(0, 4096)
  return synthesisedError({
    code: category,
    message:
      reading.exitCode === 0
        ? 'The command failed and does not say why.'
        : `The command ended with exit code ${reading.exitCode}.`,
    category,
    retryable: null,
    members: said === '' ? {} : { detail: said },
  })
}

function failureByExit(plan: Plan, exitCode: number): FailureName | undefined {
  const name = plan.exitName(exitCode)
  return name === 'SUCCESS' ? undefined : name
}

type Texts = { -readonly [Key in ErrorPlan['texts'][number][0]]?: string }

function readTexts(error: ErrorPlan, document: JsonObject, reading: CaptureReader): Texts {
  const texts: Record<string, string> = {}
  for (const [key, parts] of error.texts) {
    const value = valueAt(document, parts)
    if (value === undefined || value === null) continue
    // An empty hint says nothing, but an empty code or message is what the tool said.
    if (value === '' && key !== 'code' && key !== 'message') continue
    // Flat envelopes often have numbers as codes.
    const text = key === 'code' && typeof value === 'number' ? String(value) : value
    if (ERROR_FITS[key](text)) texts[key] = text as string
    else if (!(key === 'message' && isJsonObject(value))) {
      reading.problem('error_member_invalid', `'${key}' of the error has the wrong type or value`)
    }
  }
  return texts
}

function missingCode(
  error: ErrorPlan,
  byExit: FailureName | undefined,
  reading: CaptureReader,
): string {
  if (error.texts.some(([key]) => key === 'code')) {
    reading.problem('error_code_missing', 'the error has no code')
  }
  return byExit ?? 'GENERAL_ERROR'
}

function missingMessage(error: ErrorPlan, document: JsonObject, reading: CaptureReader): string {
  const value = valueAt(document, error.at)
  if (typeof value === 'string' && value !== '') return value
  if (error.texts.some(([key]) => key === 'message')) {
    reading.problem('error_message_missing', 'the error has no message')
  }
  return 'The command failed.'
}

function readRetryable(
  error: ErrorPlan,
  document: JsonObject,
  reading: CaptureReader,
): boolean | null {
  if (!error.retryable) return null
  const value = valueAt(document, error.retryable) ?? null
  if (typeof value === 'boolean' || value === null) return value
  reading.problem('error_member_invalid', "'retryable' of the error is not a boolean")
  return null
}

function readWait(
  error: ErrorPlan,
  document: JsonObject,
  reading: CaptureReader,
): number | undefined {
  if (!error.wait) return undefined
  const value = valueAt(document, error.wait.parts) ?? null
  if (value === null) return undefined
  if (typeof value === 'number' && value >= 0) return Math.round(value * error.wait.factor)
  reading.problem('error_member_invalid', 'the wait is not a number')
  return undefined
}

function declaredDetails(error: ErrorPlan, document: JsonObject): JsonObject | undefined {
  const value = error.details && valueAt(document, error.details)
  if (value === undefined || value === null) return undefined
  return isJsonObject(value) ? value : { details: value }
}

function unknownMembers(error: ErrorPlan, document: JsonObject): JsonObject | undefined {
  const value = valueAt(document, error.at)
  return isJsonObject(value) ? withoutMembers(value, error.own) : undefined
}
