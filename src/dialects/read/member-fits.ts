import {
  isFailureName,
  isJsonObject,
  PHASES,
  RECOVERIES,
  REDIRECT_REASONS,
  RETRY_STRATEGIES,
  type JsonObject,
  type JsonValue,
  type OutcomeError,
} from '../../contract/index.ts'

/** Tests for a text. */
export const isText = (value: JsonValue): value is string => typeof value === 'string'
const isFlag = (value: JsonValue): boolean => typeof value === 'boolean'
const isCount = (value: JsonValue): boolean => Number.isInteger(value) && Number(value) >= 0
const isOneOf =
  (...allowed: readonly JsonValue[]) =>
  (value: JsonValue): boolean =>
    allowed.includes(value)

/** Tests for a list of texts. */
export function isTexts(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && (value as readonly JsonValue[]).every(isText)
}

/** Tests for a valid redirect: command, permanent, and maybe a known reason. */
export function isRedirect(value: JsonValue | undefined): boolean {
  if (!isJsonObject(value)) return false
  const { command, permanent, reason } = value
  const reasonFits = reason === undefined || isOneOf(...REDIRECT_REASONS)(reason)
  return typeof command === 'string' && typeof permanent === 'boolean' && reasonFits
}

/** Tests for valid next steps: an action, and maybe a suggestion. */
export function isNextSteps(value: JsonValue | undefined): boolean {
  if (!isJsonObject(value)) return false
  const { action, suggestion } = value
  return typeof action === 'string' && (suggestion === undefined || typeof suggestion === 'string')
}

/** Tests for the values of named members of meta. */
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

/** Tests whether a value has a valid type for a member of meta; open members accept any. */
export function fitsMeta(name: string, value: JsonValue): boolean {
  return META_FITS.get(name)?.(value) ?? true
}

/** Tests for the values of an error's members. */
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

/** Tests for a partial failure by exit and category. */
export function isPartial(exit: unknown, category: unknown): boolean {
  return exit === 'PARTIAL_FAILURE' || category === 'PARTIAL_FAILURE'
}

/**
 * Tests for a stowed member that would make a partial failure look retryable or like another failure,
 * so that callers would repeat it.
 */
export function hidesPartialFailure(pointer: string, value: unknown): boolean {
  if (pointer === '/error/retryable') return value === true
  if (pointer === '/error/recovery') return value === 'identical'
  if (pointer !== '/error/category' && pointer !== '/exit') return false
  return isFailureName(value) && value !== 'PARTIAL_FAILURE'
}
