import type { SuretyError } from '../../contract/index.ts'
import type { FlagValues } from '../declare/framework-flags.ts'
import type { AnyContext, PageRequest } from '../handler/context.ts'

export type LineReader = Pick<AnyContext, 'lines' | 'records'>

type Values = Readonly<Record<string, unknown>>

/** The values that the schemas of a command accept. */
export interface GivenValues {
  readonly args: Values
  readonly options: Values
  readonly env: Values
  readonly globals: Values
}

export interface ParsedInput extends GivenValues {
  readonly flags: FlagValues
  readonly page: PageRequest
  /** The decoded cursor; null without one. */
  readonly from: CursorState | null
  readonly token: string | null
  readonly stdin: string | null
  /** Why there is no standard input; thrown if the handler asks for it. */
  readonly noStdin?: SuretyError
  /** Reads lines while the handler runs; undefined if the command declares another mode. */
  readonly reader?: LineReader
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
  readonly expires?: number | undefined
}
