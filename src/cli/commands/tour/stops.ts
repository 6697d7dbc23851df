import { isJsonObject, type JsonValue } from '../../../contract/index.ts'

/** What happened at one stop, as data. */
export interface Stop {
  readonly title: string
  readonly shows: string
  /** The command line to repeat it with. */
  readonly command: string
  readonly exit_code: number
  readonly stdout: JsonValue
  readonly stderr: JsonValue
  readonly duration_ms: number
}

/** Reads a stream as JSON where it is one document, else as text. */
export function readStream(text: string): JsonValue {
  const trimmed = text.trim()
  try {
    return JSON.parse(trimmed) as JsonValue
  } catch {
    return trimmed
  }
}

/** Finds the member of an answer that a dotted path names. */
export function memberAt(answer: JsonValue, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = answer
  for (const word of path.split('.')) {
    if (Array.isArray(value)) value = (value as readonly JsonValue[])[Number(word)]
    else value = isJsonObject(value) && Object.hasOwn(value, word) ? value[word] : undefined
  }
  return value
}
