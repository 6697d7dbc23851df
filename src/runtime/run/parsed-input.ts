import type { AnyContext, PageRequest } from '../handler/context.ts'
import type { CursorState } from './cursor-state.ts'

/** What reads the lines and records of a call. */
export interface LineReader {
  readonly lines: AnyContext['lines']
  readonly records: AnyContext['records']
}

/** The framework's own facts about one call, from its flags and its environment. */
export interface FrameworkInput {
  readonly isDryRun: boolean
  readonly isConfirmed: boolean
  readonly saysYes: boolean
  /** Whether a user can answer questions. */
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

/** The input of one call, parsed and validated. */
export interface ParsedInput {
  readonly args: Readonly<Record<string, unknown>>
  readonly options: Readonly<Record<string, unknown>>
  readonly env: Readonly<Record<string, unknown>>
  readonly globals: Readonly<Record<string, unknown>>
  /** The framework's own flags by key. */
  readonly flags: Readonly<Record<string, unknown>>
  readonly framework: FrameworkInput
}
