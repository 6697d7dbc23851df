/** Everything that is needed to go on in a new process; nothing is kept anywhere else. */
export interface CursorState {
  /** Where the backend's page starts: what it gave as `next`, an offset, or null for the beginning. */
  readonly position: string | number | null
  /** Items of that page that were delivered already. */
  readonly skip?: number
  /** Where values were cut for their size, and how much of each was delivered. */
  readonly cuts?: readonly Delivered[]
  /** Milliseconds since the epoch after which the cursor is refused. */
  readonly expires?: number
}

/** How much of a list or a text was delivered by earlier answers. */
export interface Delivered {
  readonly path: readonly (string | number)[]
  /** Items or characters. */
  readonly offset: number
}
