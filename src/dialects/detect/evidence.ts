import type { JsonObject } from '../../contract/index.ts'

/** A document of a capture with what a dialect may ask about it. */
export interface Sighting {
  readonly document: JsonObject
  readonly stream: 'stdout' | 'stderr'
  readonly exit: number
  /** Tests whether the document has all of these members. */
  readonly has: (...names: readonly string[]) => boolean
}

/** How well one document fits a dialect, and why. */
export interface Evidence {
  /** From 0 to 1. */
  readonly score: number
  readonly reasons: readonly string[]
  /** Whether other dialects with the same score come first. */
  readonly yields?: boolean
}

/** Weighs a document for one dialect; undefined if it cannot be of that dialect. */
export type Weigh = (sighting: Sighting) => Evidence | undefined
