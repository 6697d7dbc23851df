import { constants } from 'node:os'

import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import type { Capture } from '../dialect.ts'
import { lineError, type LineError } from './line-error.ts'

/** A parsed line of captures; the id is null if the line has none. */
export type CaptureLine =
  | {
      readonly ok: true
      readonly id: JsonValue
      /** The dialect that the line names. */
      readonly dialect: string | undefined
      readonly capture: Capture
    }
  | { readonly ok: false; readonly id: JsonValue | undefined; readonly error: LineError }

/**
 * Parses a capture `{id?, dialect?, stdout, stderr, exit_code}`. Streams that are not text come as
 * `stdout_base64` and `stderr_base64`. A process that was killed by a signal has `exit_code: null`
 * and maybe the name of the `signal`.
 *
 * @example
 * ```ts
 * import { parseCaptureLine } from 'surety/dialects'
 *
 * const line = parseCaptureLine('{"id":7,"stdout":"","stderr":"","exit_code":1}')
 * if (line.ok) line.capture.exit_code // 1
 * ```
 */
export function parseCaptureLine(line: string): CaptureLine {
  const document = parse(line)
  const id = isJsonObject(document) ? document['id'] : undefined
  const error = captureProblem(document)
  if (error !== undefined) return { ok: false, id, error }
  const members = document as JsonObject
  const { dialect } = members
  return {
    ok: true,
    id: id ?? null,
    dialect: typeof dialect === 'string' ? dialect : undefined,
    capture: {
      stdout: streamOf(members, 'stdout'),
      stderr: streamOf(members, 'stderr'),
      exit_code: exitOf(members),
    },
  }
}

function parse(line: string): JsonValue | undefined {
  try {
    return JSON.parse(line.startsWith('\uFEFF') ? line.slice(1) : line) as JsonValue
  } catch {
    // Undefined is not a JSON value.
    return undefined
  }
}

const STREAMS = ['stdout', 'stderr', 'stdout_base64', 'stderr_base64'] as const

function captureProblem(document: JsonValue | undefined): LineError | undefined {
  if (document === undefined) return lineError('INVALID_JSON', 'The line is not JSON.')
  if (!isJsonObject(document)) return lineError('INVALID_CAPTURE', 'A capture must be an object.')
  for (const stream of STREAMS) {
    const text = document[stream]
    if (text !== undefined && text !== null && typeof text !== 'string') {
      return lineError('INVALID_CAPTURE', `${stream} must be a string.`)
    }
  }
  const { exit_code: exitCode, dialect } = document
  if (exitCode !== null && !Number.isInteger(exitCode))
    return lineError('INVALID_CAPTURE', 'exit_code must be a whole number or null.')
  if (dialect !== undefined && dialect !== null && typeof dialect !== 'string') {
    return lineError('INVALID_CAPTURE', 'dialect must be a string.')
  }
  return undefined
}

/** A process that was killed by a signal has null instead of an exit number. */
function exitOf({ exit_code: exitCode, signal }: JsonObject): number {
  if (typeof exitCode === 'number') return exitCode
  const number = typeof signal === 'string' ? SIGNALS[signal] : undefined
  // NaN makes readers report an unreadable exit code.
  return number === undefined ? Number.NaN : 128 + number
}

const SIGNALS: Readonly<Partial<Record<string, number>>> = constants.signals

function streamOf(members: JsonObject, name: 'stdout' | 'stderr'): string | Uint8Array {
  const text = members[name]
  if (typeof text === 'string') return text
  const encoded = members[`${name}_base64`]
  return typeof encoded === 'string' ? Buffer.from(encoded, 'base64') : ''
}
