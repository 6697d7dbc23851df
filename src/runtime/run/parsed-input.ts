import type { AnyContext, PageRequest } from '../handler/context.ts'

export interface LineReader {
  readonly lines: AnyContext['lines']
  readonly records: AnyContext['records']
}

/** The framework's own facts about one call, from its flags and its environment. */
export interface FrameworkInput {
  readonly isDryRun: boolean
  readonly isConfirmed: boolean
  readonly saysYes: boolean
  readonly isInteractive: boolean
  readonly connectTimeoutMs: number
  readonly page: PageRequest
  /** The decoded cursor; null without one. */
  readonly from: CursorState | null
  readonly etag: string | null
  readonly token: string | null
  readonly stdin: string | null
  /** Reads lines while the handler runs; undefined if the command declares another mode. */
  readonly reader?: LineReader
  readonly fields: string | null
  readonly isGlobal: boolean
  readonly heartbeatMs: number
}

export interface ParsedInput {
  readonly args: Readonly<Record<string, unknown>>
  readonly options: Readonly<Record<string, unknown>>
  readonly env: Readonly<Record<string, unknown>>
  readonly globals: Readonly<Record<string, unknown>>
  readonly flags: Readonly<Record<string, unknown>>
  readonly framework: FrameworkInput
}

/** The complete state of a cursor: a new process continues from it alone. */
export interface CursorState {
  /** The start of the backend's page: its `next`, an offset, or null for the first page. */
  readonly position: string | number | null
  /** The number of items of that page that earlier answers delivered. */
  readonly skip?: number
  /** The place in the data where the size limit cut it: a number for each level, outermost first. */
  readonly path?: readonly number[]
  /** Milliseconds since the epoch after which the cursor is refused. */
  readonly expires?: number
}

/** Labels facts that came from outside: callers must take them for data and never for instructions. */
export const EXTERNAL = Object.freeze({ _source: 'external', _trusted: false })
