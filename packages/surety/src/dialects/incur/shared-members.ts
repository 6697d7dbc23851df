import {
  isJsonObject,
  type FailureName,
  type FailureOutcome,
  type JsonObject,
  type JsonValue,
  type NextSteps,
} from '../../contract/index.ts'
import { ownMember } from '@surety/internal/json/json-members.ts'
import { withoutMembers } from '@surety/internal/json/json-values.ts'
import { categoryOfCode } from '../read/error-categories.ts'
import type { DecodeOptions, EncodeOptions } from '../dialect.ts'
import {
  draftError,
  ERROR_FITS,
  mergedDetails,
  type Draft,
  type DraftError,
} from '../read/outcome-draft.ts'
import { INCUR_CATEGORIES, PAY_EXITS } from './codes.ts'
import { RESERVED } from '../write/reserved.ts'
import type { CaptureReader } from '../read/capture-reader.ts'
import { dataBeside, factsOf, nativeDetails } from '../write/write-failure.ts'
import {
  nonEmptyText,
  readMetaMember,
  takeInvalidMembers,
  takeStowed,
  textMember,
} from '../read/read-members.ts'

/** The action for a suggestion without one, because incur requires an action. */
const SUGGESTION_ONLY = 'read_suggestion'

/** Writes the error body that both outputs share, in the order that incur has. */
export function writeIncurError(outcome: FailureOutcome, options: EncodeOptions): JsonObject {
  const { error } = outcome
  const { errorBody = 'enriched' } = options
  const isOfFramework = errorBody === 'framework'
  const isEnriched = errorBody === 'enriched'
  const fields = isOfFramework ? toFieldErrors(error.field_errors) : error.field_errors
  const taken = { ...error.details, ...(fields && { field_errors: fields }) }
  const extra = {
    ...(isEnriched && nativeDetails(error)),
    ...(isEnriched && factsOf(outcome, options, taken)),
    ...(errorBody !== 'plain' && dataBeside(outcome, options)),
  }
  const next = isEnriched ? nextStepsFor(outcome) : undefined
  return {
    code: error.code,
    message: error.message,
    ...(error.retryable !== null &&
      !isOfFramework && { retryable: error.recovery === 'identical' }),
    ...(Object.keys(extra).length > 0 && { extra }),
    ...(next && { next_steps: next as unknown as JsonObject }),
    ...(fields && { fieldErrors: fields }),
  }
}

function nextStepsFor({ error }: FailureOutcome): NextSteps | undefined {
  const { next_steps: next, suggestion } = error
  if (!suggestion) return next
  if (!next) return { action: SUGGESTION_ONLY, suggestion }
  return next.suggestion === undefined ? { ...next, suggestion } : next
}

export function incurExit({ error }: FailureOutcome, { exitByCode = {} }: EncodeOptions): number {
  return (ownMember(exitByCode, error.code) as number | undefined) ?? 1
}

/** Returns the category of a code; only tools with a table by code use other exit numbers than 0 and 1. */
function categoryFor(code: string, exit: number, { exitByCode }: DecodeOptions): FailureName {
  return categoryOfCode(INCUR_CATEGORIES, code, (exitByCode && PAY_EXITS[exit]) ?? 'GENERAL_ERROR')
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
): { readonly error: DraftError; readonly stowed: JsonValue | undefined } {
  const { code, message, retryable, suggestion, hint } = body
  for (const name of ['code', 'message']) textMember(reading, body, name)
  if (retryable !== undefined && typeof retryable !== 'boolean') {
    reading.problem('retryable_not_boolean', 'error.retryable is neither true nor false')
  }
  const name = typeof code === 'string' ? code : 'GENERAL_ERROR'
  const { details: extra, stowed } = takeStowed(body['extra'])
  const invalid = takeInvalidMembers(reading, body, FITS)
  const own = <T>(member: keyof typeof FITS): T | undefined =>
    FITS[member](body[member] ?? null) ? (body[member] as T) : undefined
  const next = own<NextSteps>('next_steps')
  const error = draftError({
    code: name,
    message: typeof message === 'string' ? message : 'The command failed and does not say why.',
    category: categoryFor(name, reading.exitCode, options),
    retryable: typeof retryable === 'boolean' ? retryable : null,
    members: {
      suggestion: [next?.suggestion, suggestion, hint].map(nonEmptyText).find(Boolean),
      next_steps: next,
      field_errors: own<JsonObject[]>('fieldErrors'),
      details: mergedDetails(withoutMembers(body, OWN), invalid, own('details'), extra),
    },
  })
  return { error, stowed }
}

const FITS = {
  extra: isJsonObject,
  details: isJsonObject,
  next_steps: ERROR_FITS.next_steps,
  fieldErrors: ERROR_FITS.field_errors,
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

function readDuration(reading: CaptureReader, value: JsonValue, { meta }: Draft): void {
  const found = typeof value === 'string' ? /^(\d+(?:\.\d+)?)(ms|s)$/.exec(value) : null
  if (found) meta['duration_ms'] = Number(found[1]) * (found[2] === 's' ? 1000 : 1)
  else {
    reading.problem('duration_unreadable', 'meta.duration is not a duration such as 12ms')
    meta['duration'] = value
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
  { errorBody }: EncodeOptions,
): JsonObject | undefined {
  if (errorBody !== 'framework') return undefined
  const lost = error.field_errors?.find((problem) => problem['code'] === 'UNKNOWN_COMMAND')
  const command = lost?.['suggestion']
  if (typeof command !== 'string') return undefined
  return { description: 'Try this instead:', commands: [{ command }] }
}

function toFieldError(problem: JsonObject): JsonObject {
  const { code, param, value, allowed, expected, message = '' } = problem
  const isMissing = code === 'MISSING_ARGUMENT'
  const choices = Array.isArray(allowed) ? allowed.map(toText).join('|') : 'a value'
  return {
    code: code === 'INVALID_CHOICE' ? 'invalid_value' : 'invalid_type',
    missing: isMissing,
    path: typeof param === 'string' ? toPath(param) : '',
    expected: typeof expected === 'string' ? expected : choices,
    received: isMissing ? 'undefined' : toText(value),
    message,
  }
}

/** Returns the key behind a parameter as it is typed: `--per-call` is `perCall`, `<url>` is `url`. */
function toPath(param: string): string {
  const name = param.replace(/^--?|^<|(\.\.\.)?>$/g, '')
  return param.startsWith('-')
    ? name.replace(/-([a-z0-9])/g, (_dash, letter: string) => letter.toUpperCase())
    : name
}

function toText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
}
