import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'

const TEXTS = [
  'message',
  'detail',
  'suggestion',
  'fix_required',
  'fix_command',
  'operation',
  'target',
]

/**
 * Makes the facts of a failure fit their types, for callers without a compiler: a failure with its code
 * says more than a complaint about one of its facts.
 */
export function fitFacts(error: JsonObject): JsonObject {
  const fitted: Record<string, JsonValue> = {}
  for (const [name, value] of Object.entries(error)) {
    const fit = TEXTS.includes(name) ? toText(value) : FITS[name]?.(value) === false ? null : value
    if (fit !== null) fitted[name] = fit
  }
  return fitted
}

const isCount = (value: JsonValue): boolean => Number.isInteger(value) && Number(value) >= 0

const FITS: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  retryable: (value) => typeof value === 'boolean',
  retry_after_ms: isCount,
  retry_strategy: (value) =>
    typeof value === 'string' &&
    ['immediate', 'linear_backoff', 'exponential_backoff'].includes(value),
  next_steps: (value) => isJsonObject(value) && typeof value['action'] === 'string',
  details: isJsonObject,
  field_errors: Array.isArray,
}

function toText(value: JsonValue): string | null {
  if (value === null || typeof value === 'string') return value
  // An error that was handed over as a fact is its message.
  const message = isJsonObject(value) ? value['message'] : undefined
  return typeof message === 'string' ? message : JSON.stringify(value)
}
