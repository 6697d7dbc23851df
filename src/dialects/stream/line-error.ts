import type { Line } from '../../internal/lines.ts'

export interface LineError {
  readonly code:
    | 'INVALID_UTF8'
    | 'INVALID_JSON'
    | 'LINE_TOO_LONG'
    | 'WRONG_DIALECT'
    | 'UNKNOWN_DIALECT'
    | 'INVALID_CAPTURE'
    | 'INTERNAL_ERROR'
  readonly message: string
}

export function lineError(code: LineError['code'], message: string): LineError {
  return { code, message }
}

export function splitError(problem: NonNullable<Line['problem']>, maxLineBytes: number): LineError {
  return problem === 'too_long'
    ? lineError('LINE_TOO_LONG', `The line is longer than ${maxLineBytes} bytes.`)
    : lineError('INVALID_UTF8', 'The line is not UTF-8.')
}

/** Writes the line that replaces one that could not be used. Lines count from 1. */
export function errorLine(line: number, error: LineError): string {
  return JSON.stringify({ line, error })
}
