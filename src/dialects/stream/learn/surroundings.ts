import { isValueGap, type GapKind } from './line-shape.ts'
import type { KnownLine, Part } from './learn-line.ts'

/** What is known of the surroundings of a payload, or of a whole line without one. */
export interface Surroundings {
  /** What precedes the payload, or the first changing value, on the way in. */
  readonly head: Uint8Array
  /** The bracket or quote that the payload starts with; 0 where there is none. */
  readonly opening: number
  /** The marks of the payload's member names, see `NAME_EFFECT`. */
  readonly clash: number
  /** Whether the payload has brackets, which are left out. */
  readonly isInner: boolean
  /** What follows the payload on the way in, and what surrounds it on the way out. */
  readonly tail: readonly Piece[]
  readonly before: readonly Piece[]
  readonly after: readonly Piece[]
  /** How often a changing value stands in the output at most. */
  readonly uses: number
  /** What a changing text must not be, in Latin-1. */
  readonly texts: ReadonlySet<string>
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

/**
 * Puts what is known of a line's shape into the form that the module in WebAssembly works by.
 * Undefined where it cannot: the only JSON in a gap has to precede all that changes, and is moved.
 */
export function toSurroundings(known: KnownLine): Surroundings | undefined {
  const { fixed, kinds, twins, written, fates, texts } = known
  if (kinds.some(isOdd) || twins.some((twin, gap) => twin !== gap)) return undefined
  const values = kinds.filter(isValueGap).length
  const payload = values === 0 ? undefined : kinds[0]!
  if (payload !== undefined && (values > 1 || !isValueGap(payload))) return undefined
  const uses = kinds.map((_, gap) => written.filter((part) => part === gap).length)
  if (payload !== undefined && (uses[0] !== 1 || fates[0] !== 'moved')) return undefined
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

/** What the module neither compares nor writes anew. */
function isOdd(kind: GapKind): kind is 'escaped' | 'spelt' {
  return kind === 'escaped' || kind === 'spelt'
}

const QUOTE = 0x22

function fixedPiece(text: string | Uint8Array): Piece {
  return { kind: 'fixed', text: Buffer.from(text as string), gap: -1 }
}

function gapPiece(gap: number, kind: Exclude<PieceKind, 'fixed'>): Piece {
  return { kind, text: new Uint8Array(), gap }
}
