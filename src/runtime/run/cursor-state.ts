/** The complete state of a cursor: a new process continues from it alone. */
export interface CursorState {
  /** The start of the backend's page: its `next`, an offset, or null for the first page. */
  readonly position: string | number | null
  /** The number of items of that page that earlier answers delivered. */
  readonly skip?: number
  /** The values that were truncated because of their size. */
  readonly cuts?: readonly Delivered[]
  /** Milliseconds since the epoch after which the cursor is refused. */
  readonly expires?: number
}

/** The part of a list or a text that earlier answers delivered. */
export interface Delivered {
  readonly path: readonly (string | number)[]
  /** In items or characters. */
  readonly offset: number
}
