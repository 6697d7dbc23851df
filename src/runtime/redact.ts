import { isJsonObject, type JsonValue } from '../contract/index.ts'

/** What a secret is replaced by. */
export const REDACTED = '[REDACTED]'

/** Takes known secret values out of every text of a JSON value. */
export function redactSecrets(value: JsonValue, secrets: readonly string[]): JsonValue {
  // Very short values would black out half of every message and protect nothing.
  const known = secrets.filter((secret) => secret.length >= 4)
  return known.length === 0 ? value : redactValue(value, known)
}

function redactValue(value: JsonValue, secrets: readonly string[]): JsonValue {
  if (typeof value === 'string') return redactText(value, secrets)
  if (Array.isArray(value)) return value.map((item: JsonValue) => redactValue(item, secrets))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactValue(item, secrets)]))
}

/** Takes known secret values out of a text. */
export function redactText(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of secrets) if (secret !== '') clean = clean.replaceAll(secret, REDACTED)
  return clean
}
