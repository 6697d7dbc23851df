import type { PageRequest } from '../handler/context.ts'
import type { CursorState } from './cursor-state.ts'

/** What the framework's own flags and the surroundings say about one call. */
export interface FrameworkInput {
  readonly isDryRun: boolean
  readonly isConfirmed: boolean
  readonly saysYes: boolean
  /** Whether somebody is there to answer questions. */
  readonly isInteractive: boolean
  readonly connectTimeoutMs: number
  readonly page: PageRequest
  /** What the cursor of the call says; null without one. */
  readonly from: CursorState | null
  readonly etag: string | null
  readonly token: string | null
  readonly stdin: string | null
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
