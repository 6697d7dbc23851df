import {
  deriveRecovery,
  isJsonObject,
  type FailureOutcome,
  type JsonObject,
  type JsonValue,
  type NextSteps,
} from '../../contract/index.ts'
import { setMember } from '../../internal/json/json-members.ts'
import { categoryOfCode } from '../read/error-categories.ts'
import type { DecodeOptions, EncodeOptions } from '../dialect.ts'
import {
  draftError,
  mergedDetails,
  type DraftError,
  isNextSteps,
  type Draft,
} from '../read/outcome-draft.ts'
import { categoryOfIncurExit, INCUR_CATEGORIES } from './codes.ts'
import { RESERVED, type Ledger } from '../write/loss-ledger.ts'
import type { CaptureReader } from '../read/capture-reader.ts'
import { placeData, placeFacts, areNativeDetails, recordDerived } from '../write/write-failure.ts'
import { readMetaMember, takeStowed } from '../read/read-members.ts'

/** The action for a suggestion without one, because incur requires an action. */
const SUGGESTION_ONLY = 'read_suggestion'

/** Writes the error body that both outputs share; the caller adds stowed members to `extra`. */
export function writeIncurError(
  outcome: FailureOutcome,
  exit: number,
  ledger: Ledger,
  options: EncodeOptions,
  extraAt: string,
): Record<string, JsonValue> {
  const { error } = outcome
  const { errorBody = 'enriched' } = options
  const isOfFramework = errorBody === 'framework'
  const saysRetryable = error.retryable !== null && !isOfFramework
  const retryable = saysRetryable ? error.recovery === 'identical' : null
  const category = categoryOfCode(
    INCUR_CATEGORIES,
    error.code,
    categoryOfIncurExit(exit, options.exitByCode),
  )
  const fields = isOfFramework ? toFieldErrors(error.field_errors) : error.field_errors
  ledger.wrote('/error/code', '/error/message')
  if (fields === error.field_errors) ledger.wrote('/error/field_errors')
  recordDerived(ledger, outcome, {
    category,
    retryable,
    recovery: deriveRecovery({ retryable, category }),
  })
  const isNative = errorBody === 'enriched' && areNativeDetails(error.details)
  if (isNative) ledger.wrote('/error/details')
  const next = errorBody === 'enriched' ? nextStepsFor(outcome) : undefined
  ledger.readsAs('/error/next_steps', next)
  ledger.readsAs('/error/suggestion', next?.suggestion || undefined)
  const body: Record<string, JsonValue> = { code: error.code, message: error.message }
  if (retryable !== null) body['retryable'] = retryable
  const facts = {
    ...(errorBody === 'enriched' && placeFacts(outcome, extraAt, error.details, options, ledger)),
    ...(errorBody !== 'plain' && placeData(outcome, extraAt, options, ledger)),
  }
  const extra = { ...(isNative && error.details), ...facts }
  if (Object.keys(extra).length > 0) body['extra'] = extra
  if (next) body['next_steps'] = next as unknown as JsonObject
  if (fields) body['fieldErrors'] = fields
  return body
}

function nextStepsFor({ error }: FailureOutcome): NextSteps | undefined {
  const { next_steps: next, suggestion } = error
  if (!suggestion) return next
  if (!next) return { action: SUGGESTION_ONLY, suggestion }
  return next.suggestion === undefined ? { ...next, suggestion } : next
}

export function incurExit(outcome: FailureOutcome, options: EncodeOptions): number {
  const { code } = outcome.error
  const table = options.exitByCode
  return (table && Object.hasOwn(table, code) ? table[code] : undefined) ?? 1
}

const OWN: ReadonlySet<string> = new Set([
  'code',
  'message',
  'retryable',
  'extra',
  'details',
  'next_steps',
  'fieldErrors',
  'suggestion',
  'hint',
])

export function readIncurError(
  reading: CaptureReader,
  body: JsonObject,
  options: DecodeOptions,
  aside: ReadonlySet<string>,
): { readonly error: DraftError; readonly stowed: JsonValue | undefined } {
  const { code, message, retryable } = body
  const leftovers: Record<string, JsonValue> = {}
  for (const key of Object.keys(body)) {
    if (!OWN.has(key) && !aside.has(key)) setMember(leftovers, key, body[key])
  }
  if (typeof code !== 'string') {
    reading.problem('error_code_missing', 'error.code is not a string')
  }
  if (typeof message !== 'string') {
    reading.problem('error_message_missing', 'error.message is not a string')
  }
  if (retryable !== undefined && typeof retryable !== 'boolean') {
    reading.problem('retryable_not_boolean', 'error.retryable is neither true nor false')
  }
  const name = typeof code === 'string' ? code : 'GENERAL_ERROR'
  const { details: extra, stowed } = takeStowed(body['extra'])
  const strays = strayMembers(body)
  for (const name of Object.keys(strays ?? {})) {
    reading.problem('error_member_invalid', `error.${name} has the wrong type or value`)
  }
  const details = mergedDetails(
    leftovers,
    strays,
    isJsonObject(body['details']) ? body['details'] : undefined,
    extra,
  )
  const next = isNextSteps(body['next_steps'])
    ? (body['next_steps'] as unknown as NextSteps)
    : undefined
  const suggestion = [next?.suggestion, body['suggestion'], body['hint']].find(
    (text) => typeof text === 'string' && text !== '',
  ) as string | undefined
  const fields = fieldErrors(body['fieldErrors'])
  const error = draftError({
    code: name,
    message: typeof message === 'string' ? message : 'The command failed and does not say why.',
    category: categoryOfCode(
      INCUR_CATEGORIES,
      name,
      categoryOfIncurExit(reading.exitCode, options.exitByCode),
    ),
    retryable: typeof retryable === 'boolean' ? retryable : null,
    members: { suggestion, next_steps: next, field_errors: fields, details },
  })
  return { error, stowed }
}

function fieldErrors(value: JsonValue | undefined): readonly JsonObject[] | undefined {
  return Array.isArray(value) && (value as readonly JsonValue[]).every(isJsonObject)
    ? (value as readonly JsonObject[])
    : undefined
}

function strayMembers(body: JsonObject): JsonObject | undefined {
  const strays: Record<string, JsonValue> = {}
  const { extra, details, next_steps: next, fieldErrors: fields } = body
  if (isSaid(extra) && !isJsonObject(extra)) strays['extra'] = extra
  if (isSaid(details) && !isJsonObject(details)) strays['details'] = details
  if (isSaid(next) && !isNextSteps(next)) strays['next_steps'] = next
  if (isSaid(fields) && !fieldErrors(fields)) strays['fieldErrors'] = fields
  return mergedDetails(strays)
}

/** Null counts as absent. */
function isSaid(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && value !== null
}

export function isCta(value: JsonValue | undefined): boolean {
  return (
    isJsonObject(value) &&
    typeof value['description'] === 'string' &&
    Array.isArray(value['commands'])
  )
}

export function readIncurMeta(
  reading: CaptureReader,
  { meta }: JsonObject,
  draft: Draft,
  isDemanded: boolean,
): JsonValue | undefined {
  if (!isJsonObject(meta)) {
    if (isDemanded || meta !== undefined) reading.problem('meta_missing', 'meta is not an object')
    return undefined
  }
  for (const [key, value] of Object.entries(meta)) {
    if (key === RESERVED) continue
    if (key === 'duration') readDuration(reading, value, draft)
    else readMetaMember(reading, draft.meta, [key, value], key === 'command')
  }
  return Object.hasOwn(meta, RESERVED) ? meta[RESERVED] : undefined
}

function readDuration(reading: CaptureReader, value: JsonValue, draft: Draft): void {
  const found = typeof value === 'string' ? /^(\d+(?:\.\d+)?)(ms|s)$/.exec(value) : null
  if (found) draft.meta['duration_ms'] = Number(found[1]) * (found[2] === 's' ? 1000 : 1)
  else {
    reading.problem('duration_unreadable', 'meta.duration is not a duration such as 12ms')
    draft.meta['duration'] = value
  }
}

/** Problems without a field, which incur reports by code and message alone. */
const WITHOUT_FIELD: ReadonlySet<JsonValue> = new Set(['UNKNOWN_COMMAND', 'UNKNOWN_FLAG'])

/** Translates problems with the input into incur's field errors; undefined if none is about a field. */
export function toFieldErrors(
  problems: readonly JsonObject[] | undefined,
): readonly JsonObject[] | undefined {
  const fields = (problems ?? []).filter((problem) => !WITHOUT_FIELD.has(problem['code'] ?? null))
  return fields.length > 0 ? fields.map(toFieldError) : undefined
}

/** Suggests the intended command for a mistyped one, or the help, as incur does. */
export function ctaOfFrameworkError(
  { error }: FailureOutcome,
  options: EncodeOptions,
): JsonObject | undefined {
  if (options.errorBody !== 'framework') return undefined
  const lost = error.field_errors?.find((problem) => problem['code'] === 'UNKNOWN_COMMAND')
  const command = lost?.['suggestion']
  if (typeof command !== 'string') return undefined
  return { description: 'Try this instead:', commands: [{ command }] }
}

function toFieldError(problem: JsonObject): JsonObject {
  const { code, param, value, allowed, message } = problem
  const isMissing = code === 'MISSING_ARGUMENT'
  const isChoice = code === 'INVALID_CHOICE'
  return {
    code: isChoice ? 'invalid_value' : 'invalid_type',
    missing: isMissing,
    path: typeof param === 'string' ? toPath(param) : '',
    expected: expectation(problem['expected'], allowed),
    received: isMissing ? 'undefined' : toText(value),
    message: message ?? '',
  }
}

/** Returns the key behind a parameter as it is typed: `--per-call` is `perCall`, `<url>` is `url`. */
function toPath(param: string): string {
  const name = param.replace(/^--?|^<|(\.\.\.)?>$/g, '')
  return param.startsWith('-')
    ? name.replace(/-([a-z0-9])/g, (_dash, letter: string) => letter.toUpperCase())
    : name
}

function expectation(expected: JsonValue | undefined, allowed: JsonValue | undefined): string {
  if (typeof expected === 'string') return expected
  return Array.isArray(allowed) ? allowed.map(toText).join('|') : 'a value'
}

function toText(value: JsonValue | undefined): string {
  if (value === undefined) return 'undefined'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
