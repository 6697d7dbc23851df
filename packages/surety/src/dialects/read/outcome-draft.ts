import {
  deriveRecovery,
  isFailureName,
  isJsonObject,
  PHASES,
  RECOVERIES,
  REDIRECT_REASONS,
  RETRY_STRATEGIES,
  type ExitName,
  type FailureName,
  type JsonObject,
  type JsonValue,
  type NextSteps,
  type OutcomeError,
} from '../../contract/index.ts'
import { setMember } from '@surety/internal/json/json-members.ts'
import { addMembers, withoutMembers } from '@surety/internal/json/json-values.ts'
import { FACTS_READ_FROM_META } from '../write/write-failure.ts'

export type DraftError = {
  -readonly [Member in keyof OutcomeError]: OutcomeError[Member]
}

export interface Draft {
  exit: ExitName
  data: JsonValue
  error: DraftError | null
  warnings: readonly string[]
  meta: Record<string, JsonValue>
}

/** Starts a draft as that of a success. */
export function draftOf(
  data: JsonValue,
  meta: Record<string, JsonValue> = {},
  warnings: readonly string[] = [],
): Draft {
  return { exit: 'SUCCESS', data, error: null, warnings, meta }
}

type ReadMembers = {
  [Member in Exclude<keyof OutcomeError, 'recovery' | keyof ReadError>]?:
    | OutcomeError[Member]
    | undefined
}

export interface ReadError {
  code: string
  message: string
  category: FailureName
  retryable: boolean | null
  meaning?: 'safe_to_retry' | undefined
  /** The rest. The object becomes the error, so it must not be shared. Undefined means absent. */
  members?: ReadMembers
}

export function draftError(read: ReadError): DraftError {
  const { category, retryable, meaning = 'identical_call', members = {} } = read
  const error = members as DraftError
  error.code = read.code
  error.message = read.message
  error.category = category
  error.retryable = retryable
  error.recovery = deriveRecovery({
    retryable,
    category,
    hasFix: error.fix_required !== undefined || error.fix_command !== undefined,
    hasRedirect: error.redirect !== undefined,
    meaning,
  })
  return error
}

export function synthesisedError(read: ReadError): DraftError {
  return Object.assign(draftError(read), { synthesised: true as const })
}

/** Merges details; undefined if there are none, because empty details say nothing. */
export function mergedDetails(
  ...parts: readonly (JsonObject | undefined)[]
): JsonObject | undefined {
  const present = parts.filter((part) => part !== undefined && Object.keys(part).length > 0)
  if (present.length <= 1) return present[0]
  const all: Record<string, JsonValue> = {}
  for (const part of present) addMembers(all, part!)
  return all
}

const NEXT_STEPS: ReadonlySet<string> = new Set(['next_steps'])

/** Takes the next steps out of the details, where dialects without a member for them have them. */
export function liftAdvice({ error }: Draft): void {
  const steps = error?.details?.['next_steps']
  if (!error?.details || error.next_steps !== undefined || !isNextSteps(steps)) return
  error.next_steps = steps as unknown as NextSteps
  dropDetails(error, NEXT_STEPS)
}

export function dropDetails(error: DraftError, names: ReadonlySet<string>): void {
  setMember(error, 'details', mergedDetails(withoutMembers(error.details ?? {}, names)))
}

/** Takes details, next steps and fixes out of `meta`, where contracts with a closed error have them. */
export function liftFromMeta(draft: Draft): void {
  const { error, meta } = draft
  if (!error) return
  const taken = new Set<string>()
  for (const name of ['details', 'next_steps', ...FACTS_READ_FROM_META] as const) {
    const value = meta[name]
    if (value === undefined || error[name] !== undefined || !ERROR_FITS[name](value)) continue
    // Empty details say nothing.
    if (name === 'details' && Object.keys(value as JsonObject).length === 0) continue
    setMember(error, name, value)
    taken.add(name)
  }
  if (taken.size > 0) draft.meta = withoutMembers(meta, taken)
}

const isText = (value: JsonValue): value is string => typeof value === 'string'
const isFlag = (value: JsonValue): boolean => typeof value === 'boolean'
const isCount = (value: JsonValue): boolean => Number.isInteger(value) && Number(value) >= 0
const isOneOf =
  (...allowed: readonly JsonValue[]) =>
  (value: JsonValue): boolean =>
    allowed.includes(value)

export function isTexts(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && (value as readonly JsonValue[]).every(isText)
}

export function isRedirect(value: JsonValue | undefined): boolean {
  if (!isJsonObject(value)) return false
  const { command, permanent, reason } = value
  const reasonFits = reason === undefined || isOneOf(...REDIRECT_REASONS)(reason)
  const isCommand = typeof command === 'string' && command.trim() !== ''
  return isCommand && typeof permanent === 'boolean' && reasonFits
}

export function isNextSteps(value: JsonValue | undefined): boolean {
  if (!isJsonObject(value)) return false
  const { action, suggestion } = value
  return typeof action === 'string' && (suggestion === undefined || typeof suggestion === 'string')
}

export const META_FITS: ReadonlyMap<string, (value: JsonValue) => boolean> = new Map(
  Object.entries({
    duration_ms: (value) => typeof value === 'number' && value >= 0,
    request_id: isText,
    schema_version: isText,
    not_modified: isFlag,
    truncated: isFlag,
    cursor: isText,
    command: isText,
    type: isText,
    schema: isText,
    timestamp: isText,
  }),
)

export function fitsMeta(name: string, value: JsonValue): boolean {
  return META_FITS.get(name)?.(value) ?? true
}

export const ERROR_FITS: Readonly<Record<keyof OutcomeError, (value: JsonValue) => boolean>> = {
  code: isText,
  category: isFailureName,
  message: isText,
  detail: isText,
  retryable: isOneOf(true, false, null),
  recovery: isOneOf(...RECOVERIES),
  retry_after_ms: isCount,
  retry_strategy: isOneOf(...RETRY_STRATEGIES),
  phase: isOneOf(...PHASES),
  suggestion: isText,
  redirect: isRedirect,
  fix_required: isText,
  fix_command: isText,
  operation: isText,
  target: isText,
  next_steps: isNextSteps,
  field_errors: (value) =>
    Array.isArray(value) && (value as readonly JsonValue[]).every(isJsonObject),
  details: (value): value is JsonObject => isJsonObject(value),
  root_cause: isText,
  docs_url: isText,
  synthesised: isOneOf(true),
}
