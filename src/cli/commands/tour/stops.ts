import { isJsonObject, type JsonValue } from '../../../contract/index.ts'

/** The result of one stop. */
export interface Stop {
  readonly title: string
  readonly shows: string
  /** The command line that repeats it. */
  readonly command: string
  readonly exit_code: number
  readonly stdout: JsonValue
  readonly stderr: JsonValue
  readonly duration_ms: number
}

/** Parses a stream as one JSON document, or returns it as text. */
export function readStream(text: string): JsonValue {
  const trimmed = text.trim()
  try {
    return JSON.parse(trimmed) as JsonValue
  } catch {
    return trimmed
  }
}

/** Finds the member at a dotted path. */
export function memberAt(answer: JsonValue, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = answer
  for (const word of path.split('.')) {
    if (Array.isArray(value)) value = (value as readonly JsonValue[])[Number(word)]
    else value = isJsonObject(value) && Object.hasOwn(value, word) ? value[word] : undefined
  }
  return value
}
