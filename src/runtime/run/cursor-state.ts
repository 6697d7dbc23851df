/** The whole state of a listing; it is stored in the cursor and nowhere else. */
export interface CursorState {
  /** The start of the page: the backend's `next`, an offset, or null for the beginning. */
  readonly position: string | number | null
  /** Items of that page that earlier answers delivered. */
  readonly skip?: number
  /** Values that were cut for their size, and how much of each was delivered. */
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
