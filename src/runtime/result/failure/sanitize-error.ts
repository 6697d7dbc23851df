import {
  isJsonObject,
  RETRY_STRATEGIES,
  type JsonObject,
  type JsonValue,
} from '../../../contract/index.ts'

const TEXT_MEMBERS = [
  'message',
  'detail',
  'suggestion',
  'fix_required',
  'fix_command',
  'operation',
  'target',
]

/**
 * Converts or drops error members of the wrong type, which authors without TypeScript can pass. A type
 * error here would hide the failure itself.
 */
export function sanitizeError(error: JsonObject): JsonObject {
  const sanitized: Record<string, JsonValue> = {}
  for (const [name, value] of Object.entries(error)) {
    const kept = TEXT_MEMBERS.includes(name)
      ? toText(value)
      : TYPE_CHECKS[name]?.(value) === false
        ? null
        : value
    if (kept !== null) sanitized[name] = kept
  }
  return sanitized
}

const isCount = (value: JsonValue): boolean => Number.isInteger(value) && Number(value) >= 0

const TYPE_CHECKS: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  retryable: (value) => typeof value === 'boolean',
  retry_after_ms: isCount,
  retry_strategy: (value) => RETRY_STRATEGIES.some((strategy) => strategy === value),
  next_steps: (value) => isJsonObject(value) && typeof value['action'] === 'string',
  details: isJsonObject,
  field_errors: Array.isArray,
}

function toText(value: JsonValue): string | null {
  if (value === null || typeof value === 'string') return value
  // For an Error, use its message.
  const message = isJsonObject(value) ? value['message'] : undefined
  return typeof message === 'string' ? message : JSON.stringify(value)
}
