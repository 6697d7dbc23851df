import {
  EXIT_ROWS,
  isStandardExitName,
  SIGNAL_EXITS,
  type JsonObject,
  type JsonValue,
} from 'surety/unstable/contract'

import type { End } from './end.ts'
import type { Failure } from './failure.ts'
import type { Answer, Heard } from './heard.ts'

/** The number of an exit in the founding document, which is the default wire. */
function exitNumber(name: Failure['exit']): number {
  return isStandardExitName(name) ? EXIT_ROWS['1.0'][name].number : SIGNAL_EXITS[name].number
}

/** Makes the answer of a run that did its work: what it printed, else what its action returned. */
export function succeeded(
  heard: Heard,
  printed: JsonValue | null,
  cut: (data: JsonValue) => JsonValue = (data) => data,
  see?: string,
): Answer {
  const data = cut(printed ?? returnedData(heard.returned) ?? {})
  const meta = { ...metaOf(heard), ...(see !== undefined && { see }) }
  return { envelope: { ok: true, data, error: null, warnings: heard.warnings, meta }, exit: 0 }
}

/** Makes the answer of a failure; what the program printed is kept in `meta`, unless it is the data. */
export function failed(
  failure: Failure,
  heard: Heard,
  output: JsonValue | null,
  end?: End,
  isData = false,
): Answer {
  const { code, message, suggestion, exit: name } = failure
  const exit = exitNumber(name)
  const meta = {
    ...metaOf(heard),
    ...(end && !end.signal && end.exit !== exit && { tool_exit_code: end.exit }),
    ...(output !== null && !isData && { output }),
  }
  // Where nobody knows, nothing is said. The contract's table calls some causes retryable, which work half done is not.
  const retryable = failure.retryable ?? (name === 'GENERAL_ERROR' ? undefined : false)
  const error = {
    code,
    message,
    ...(retryable !== undefined && { retryable }),
    ...(suggestion !== undefined && { suggestion }),
  }
  return {
    envelope: { ok: false, data: isData ? output : null, error, warnings: heard.warnings, meta },
    exit,
  }
}

function metaOf({ startedAt }: Heard): JsonObject {
  return { duration_ms: Math.round(performance.now() - startedAt) }
}

/** What an action returned, if JSON can hold it. */
function returnedData(returned: unknown): JsonValue | null {
  if (returned === undefined || returned === null) return null
  try {
    const value = JSON.parse(JSON.stringify(returned)) as JsonValue
    return typeof value === 'object' ? value : { value }
  } catch {
    return null
  }
}
