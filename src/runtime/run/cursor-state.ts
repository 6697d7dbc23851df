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
