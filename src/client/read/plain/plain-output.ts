import type { JsonObject, JsonValue } from '../../../contract/index.ts'
import { findInexactness } from '../../../internal/json/json-exactness.ts'
import type { CapturedStream, ProcessEnd } from '../../../internal/process/process-request.ts'
import { isTooDeep, mayBeTooDeep } from '../nesting.ts'

/** What a process printed, as data, and how that differs from the bytes. */
export interface PlainOutput {
  readonly data: JsonObject
  readonly warnings: readonly string[]
}

/** Puts what a process printed into data. Standard output is parsed if it is JSON that survives parsing. */
export function plainOutput(end: ProcessEnd, exitCode: number): PlainOutput {
  const text = textOf(end.stdout)
  const { value, warning } = end.stdout.isCut ? { value: text } : parsedOrText(text)
  return {
    data: { stdout: value, stderr: textOf(end.stderr), exit_code: exitCode },
    warnings: warning === undefined ? [] : [warning],
  }
}

/** Invalid UTF-8 becomes replacement characters, never an error. */
export function textOf(stream: CapturedStream): string {
  return new TextDecoder().decode(stream.bytes)
}

/** Says in a warning what parsing a text would change; undefined if nothing. */
export function inexactnessWarning(text: string, value: unknown): string | undefined {
  const found = findInexactness(text, value)
  if (found === undefined) return undefined
  return found.kind === 'number'
    ? `JSON numbers cannot hold ${found.text.slice(0, 60)} exactly`
    : 'The output has a member twice'
}

interface Parsed {
  readonly value: JsonValue
  readonly warning?: string
}

function parsedOrText(text: string): Parsed {
  const trimmed = text.trim()
  // A bare `null` or `42` is text; only arrays and objects count as JSON.
  if (!/^[[{]/.test(trimmed)) return { value: text }
  try {
    const value = JSON.parse(trimmed) as JsonValue
    if (mayBeTooDeep(trimmed.length) && isTooDeep(value)) return { value: text }
    const warning = inexactnessWarning(trimmed, value)
    if (warning === undefined) return { value }
    return { value: text, warning: `${warning}, so stdout is kept as text.` }
  } catch {
    // Looks like JSON but is not, so it stays text.
    return { value: text }
  }
}
