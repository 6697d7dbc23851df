import {
  EXIT_ROWS,
  isStandardExitName,
  SIGNAL_EXITS,
  type JsonObject,
  type JsonValue,
} from 'surety/unstable/contract'

import type { End } from './end.ts'
import { findFailure, type Failure } from './failure.ts'
import type { Heard } from './heard.ts'

/** One answer, and the number that the process exits with. */
export interface Answer {
  readonly envelope: JsonObject
  readonly exit: number
}

/** The number of an exit in the founding document, which is the default wire. */
export function exitNumber(name: Failure['exit']): number {
  return isStandardExitName(name) ? EXIT_ROWS['1.0'][name].number : SIGNAL_EXITS[name].number
}

/** Makes the answer of a run that ended. */
export function toAnswer(end: End, heard: Heard, data: JsonValue | null, text: string): Answer {
  const meta = { duration_ms: Math.round(performance.now() - heard.startedAt) }
  if (end.exit === 0 && !end.signal)
    return {
      envelope: {
        ok: true,
        data: data ?? returnedData(heard.returned) ?? {},
        error: null,
        warnings: heard.warnings,
        meta,
      },
      exit: 0,
    }
  return failed(findFailure(end, heard, text), heard, data, end)
}

/** Makes the answer of a failure; what the program printed before it is kept in `meta`. */
export function failed(
  failure: Failure,
  heard: Heard,
  output: JsonValue | null,
  end?: End,
): Answer {
  const { code, message, retryable = false, suggestion, exit: name } = failure
  const exit = exitNumber(name)
  const isOther = end && !end.signal && end.exit !== exit
  return {
    envelope: {
      ok: false,
      data: null,
      error: { code, message, retryable, ...(suggestion && { suggestion }) },
      warnings: heard.warnings,
      meta: {
        duration_ms: Math.round(performance.now() - heard.startedAt),
        ...(isOther && { tool_exit_code: end.exit }),
        ...(output !== null && { output }),
      },
    },
    exit,
  }
}

/** What an action returned, if JSON can hold it. */
function returnedData(returned: unknown): JsonValue | null {
  if (returned === undefined || returned === null) return null
  try {
    const text = JSON.stringify(returned)
    const value = text === undefined ? null : (JSON.parse(text) as JsonValue)
    return typeof value === 'object' ? value : { value }
  } catch {
    return null
  }
}
