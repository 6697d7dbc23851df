import { isValueGap, type GapKind } from './line-shape.ts'
import type { KnownLine, Part } from './learn-line.ts'

/** What surrounds a payload, or a whole line without a payload. */
export interface Surroundings {
  /** The input before the payload or the first changing value. */
  readonly head: Uint8Array
  /** The bracket or quote that starts the payload; 0 if there is none. */
  readonly opening: number
  /** The effects of the payload's member names, see `NAME_EFFECT`. */
  readonly clash: number
  /** Whether the payload has brackets, which are not part of it. */
  readonly isInner: boolean
  /** The input after the payload, and the output around it. */
  readonly tail: readonly Piece[]
  readonly before: readonly Piece[]
  readonly after: readonly Piece[]
  /** How often a changing value appears in the output at most. */
  readonly uses: number
  /** Strings that a changing string must not equal, in Latin-1. */
  readonly texts: ReadonlySet<string>
}

/** Fixed bytes, or with `gap` >= 0 a value that changes from line to line. */
export interface Piece {
  readonly kind: PieceKind
  readonly text: Uint8Array
  readonly gap: number
}

/**
 * Fixed bytes, a whole number above zero, any number, a string of plain characters that is never
 * compared, or any string.
 */
export type PieceKind = 'fixed' | 'digits' | 'number' | 'plain' | 'text'

/**
 * Converts a known line into the form of the WebAssembly module. Undefined if the module cannot move
 * it: there may be only one payload, it must come first, and its bytes must be moved.
 */
export function toSurroundings(known: KnownLine): Surroundings | undefined {
  const { fixed, kinds, sameAs, written, treatments, texts } = known
  if (kinds.some(isOdd) || sameAs.some((same, gap) => same !== gap)) return undefined
  const values = kinds.filter(isValueGap).length
  const payload = values === 0 ? undefined : kinds[0]!
  if (payload !== undefined && (values > 1 || !isValueGap(payload))) return undefined
  const uses = kinds.map((_, gap) => written.filter((part) => part === gap).length)
  if (payload !== undefined && (uses[0] !== 1 || treatments[0] !== 'moved')) return undefined
  const first = payload === undefined ? 0 : 1
  const isInner = payload === 'members' || payload === 'items'
  const trim = isInner ? 1 : 0
  const toPiece = (part: Part): Piece => {
    if (typeof part !== 'number') return fixedPiece(Buffer.from(part, 'latin1'))
    const kind = kinds[part]!
    return isValueGap(kind) || isOdd(kind) ? fixedPiece('') : gapPiece(part - first, kind)
  }
  const [head, ...rest] = fixed
  const tail = rest.flatMap((part, n) => [
    toPiece(n),
    fixedPiece(n === 0 ? part.subarray(trim) : part),
  ])
  const split = payload === undefined ? written.length : written.indexOf(0)
  return {
    head: head!.subarray(0, head!.length - trim),
    opening: payload === undefined ? 0 : isInner ? head!.at(-1)! : QUOTE,
    clash: known.clashes[0] ?? 0,
    isInner,
    tail,
    before: written.slice(0, split).map(toPiece),
    after: written.slice(split + 1).map(toPiece),
    uses: Math.max(1, ...uses),
    texts,
  }
}

/** Tests for gaps that the module can neither compare nor rewrite. */
function isOdd(kind: GapKind): kind is 'escaped' | 'unnormalised' {
  return kind === 'escaped' || kind === 'unnormalised'
}

const QUOTE = 0x22

function fixedPiece(text: string | Uint8Array): Piece {
  return { kind: 'fixed', text: Buffer.from(text as string), gap: -1 }
}

function gapPiece(gap: number, kind: Exclude<PieceKind, 'fixed'>): Piece {
  return { kind, text: new Uint8Array(), gap }
}
