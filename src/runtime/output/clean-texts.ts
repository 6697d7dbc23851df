import { cleanText, isCleanText, isJsonObject, type JsonValue } from '../../contract/index.ts'
import { setMember } from '../../internal/json-members.ts'
import { REDACTED } from '../../internal/redact/redact-text.ts'
import { isSurelySecretName } from '../../internal/redact/secret-name.ts'
import type { Run } from '../run/run-state.ts'

/** Takes terminal codes and secrets out of a text that is about to be shown. */
export function cleanShownText(run: Run, text: string): string {
  // Codes first: a secret with a colour inside would not be recognised.
  return run.redactor.redact(isCleanText(text, true) ? text : cleanText(text, true).text)
}

/** Does the same for every text in a JSON value; numbers, names and shapes stay. */
export function cleanShownJson(run: Run, value: JsonValue): JsonValue {
  return cleanValue(run, value, false)
}

/**
 * Does the same for an error, and blacks out texts whose member is named like a secret as well. Lists
 * such as `auth_methods` stay, because they say how to get one.
 */
export function cleanShownError(run: Run, value: JsonValue): JsonValue {
  return cleanValue(run, value, true)
}

function cleanValue(run: Run, value: JsonValue, hidesByName: boolean): JsonValue {
  if (typeof value === 'string') return cleanShownText(run, value)
  if (Array.isArray(value))
    return value.map((item: JsonValue) => cleanValue(run, item, hidesByName))
  if (!isJsonObject(value)) return value
  const copy: Record<string, JsonValue> = {}
  for (const [name, member] of Object.entries(value)) {
    const isHidden = hidesByName && typeof member === 'string' && isSurelySecretName(name)
    setMember(copy, name, isHidden ? REDACTED : cleanValue(run, member, hidesByName))
  }
  return copy
}
