/** What is known of the surroundings of a payload, or of a whole line without one. */
export interface Surroundings {
  /** What precedes the payload, or the first changing value, on the way in. */
  readonly head: Uint8Array
  /** The bracket or quote that the payload starts with; 0 where there is none. */
  readonly opening: number
  /** The marks of the payload's member names, see {@link PayloadPlace}. */
  readonly clash: number
  /** Whether the payload's members move without its brackets. */
  readonly isInner: boolean
  /** What follows the payload on the way in, and what surrounds it on the way out. */
  readonly tail: readonly Piece[]
  readonly before: readonly Piece[]
  readonly after: readonly Piece[]
  /** How often a changing value stands in the output at most. */
  readonly uses: number
  /** What a changing text must not be, in Latin-1; undefined where it does not matter. */
  readonly texts: ReadonlySet<string> | undefined
}

/** Fixed bytes, or with `gap` >= 0 the place of a value that changes from line to line. */
export interface Piece {
  readonly kind: PieceKind
  readonly text: Uint8Array
  readonly gap: number
}

/**
 * Fixed bytes; a whole number above zero; any number; a text of few characters that is never
 * compared with another; any text.
 */
export type PieceKind = 'fixed' | 'digits' | 'number' | 'plain' | 'text'

/** Makes a piece of fixed bytes. */
export function fixedPiece(text: string | Uint8Array): Piece {
  return { kind: 'fixed', text: Buffer.from(text as string), gap: -1 }
}

/** Makes a piece for a value that changes. */
export function gapPiece(gap: number, kind: Exclude<PieceKind, 'fixed'>): Piece {
  return { kind, text: new Uint8Array(), gap }
}
