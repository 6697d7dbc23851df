import { isJsonObject, type JsonValue } from '../../contract/index.ts'
import { isSecretName, REDACTED, type Redactor } from './redactor.ts'

/**
 * Takes secrets out of an error: known values in every text, and texts whose member is named like a
 * secret. Lists such as `auth_methods` stay, because they say how to get one.
 */
export function redactError(value: JsonValue, redactor: Redactor): JsonValue {
  if (typeof value === 'string') return redactor.redact(value)
  if (Array.isArray(value)) return value.map((item: JsonValue) => redactError(item, redactor))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'string' && isSecretName(name) && !/^(api|auth)_/i.test(name)
        ? REDACTED
        : redactError(member, redactor),
    ]),
  )
}
