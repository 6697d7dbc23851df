import type { JsonValue } from '../../contract/index.ts'
import type { Line } from '@surety/internal/lines.ts'

export interface LineError {
  readonly code: string
  readonly message: string
}

export function lineError(code: string, message: string): LineError {
  return { code, message }
}

export function splitError(problem: NonNullable<Line['problem']>, maxLineBytes: number): LineError {
  return problem === 'too_long'
    ? lineError('LINE_TOO_LONG', `The line is longer than ${maxLineBytes} bytes.`)
    : lineError('INVALID_UTF8', 'The line is not UTF-8.')
}

/** Writes the line that replaces one that could not be used. Lines count from 1. */
export function errorLine(line: number, error: LineError, id?: JsonValue): string {
  return JSON.stringify({ line, ...(id !== undefined && { id }), error })
}
