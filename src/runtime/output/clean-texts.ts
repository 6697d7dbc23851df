import { cleanText, isCleanText, isJsonObject, type JsonValue } from '../../contract/index.ts'
import { setMember } from '../../internal/json/json-members.ts'
import { REDACTED } from '../../internal/redact/redact-text.ts'
import { isSurelySecretName } from '../../internal/redact/secret-name.ts'
import type { Run } from '../run/run-state.ts'

/** Removes terminal codes and secrets from a text that will be shown. */
export function cleanShownText(run: Run, text: string): string {
  // Codes first: a secret with a colour code inside would not be recognised.
  return run.redactor.redact(isCleanText(text, true) ? text : cleanText(text, true).text)
}

/** Cleans every text and every member name in a JSON value. */
export function cleanShownJson(run: Run, value: JsonValue): JsonValue {
  return cleanValue(run, value, false)
}

/**
 * Cleans every text in an error, and also redacts members that are named like a secret. Members such
 * as `auth_methods` stay, because they tell the caller how to authenticate.
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
    const clean = isHidden ? REDACTED : cleanValue(run, member, hidesByName)
    setMember(copy, cleanShownText(run, name), clean)
  }
  return copy
}
