import { OUTPUT, type Arena, type Mover } from '../scan/arena.ts'
import type { Sink } from '../sink.ts'
import type { Piece, PieceKind, Surroundings } from './surroundings.ts'

/**
 * Gives known lines to the WebAssembly module, which then moves payloads line by line and returns at
 * the first line that does not fit. Addresses and layout are those of `json-scan.wat`.
 */
export class KnownSurroundings {
  readonly #arena: Arena
  readonly #mover: Mover
  readonly #slots = new Map<Surroundings, number>()
  readonly #free: number[] = Array.from({ length: SLOTS }, (_, n) => FIRST_SLOT + n * SLOT_BYTES)

  constructor(arena: Arena, mover: Mover, names: ReadonlyMap<string, number>) {
    this.#arena = arena
    this.#mover = mover
    arena.bytes.writeUInt32LE(0, ORDER)
    let at = NAMES
    for (const [name, mark] of names) {
      at = writePiece(arena.bytes, at, mark, Buffer.from(name))
    }
    arena.bytes.writeUInt32LE(0, at)
  }

  /** Makes the module try these in this order, except those that are too long. */
  use(known: readonly Surroundings[]): void {
    const { bytes } = this.#arena
    let at = ORDER
    for (const surroundings of known) {
      const slot = this.#slots.get(surroundings) ?? this.#place(surroundings)
      if (slot === undefined) continue
      at = bytes.writeUInt32LE(slot, at)
    }
    bytes.writeUInt32LE(0, at)
  }

  /** Returns how many lines were moved by these since the last call. */
  takeHits(surroundings: Surroundings): number {
    const slot = this.#slots.get(surroundings)
    if (slot === undefined) return 0
    const hits = this.#arena.bytes.readUInt32LE(slot)
    this.#arena.bytes.writeUInt32LE(0, slot)
    return hits
  }

  /** Forgets these; call `use` before the next lines. */
  forget(surroundings: Surroundings): void {
    const slot = this.#slots.get(surroundings)
    if (slot === undefined) return
    this.#slots.delete(surroundings)
    this.#free.push(slot)
  }

  /** Moves the lines from `from` to `to`; returns the start of the first that does not fit. */
  move(from: number, to: number, sink: Sink): number {
    const { lines, out } = this.#mover
    let at = from
    for (;;) {
      out.value = OUTPUT
      const next = lines(at, to)
      sink.bytes(this.#arena.bytes, OUTPUT, out.value)
      // Without progress the line itself does not fit; otherwise the output was full.
      if (next >= to || next === at) return next
      at = next
    }
  }

  /** Returns how many lines were moved since the last call. */
  takeCount(): number {
    const { count } = this.#mover
    const lines = count.value
    count.value = 0
    return lines
  }

  #place(surroundings: Surroundings): number | undefined {
    const written = slotOf(surroundings)
    if (!written) return undefined
    const slot = this.#free.pop()
    if (slot === undefined) return undefined
    for (const at of ADDRESSES) {
      const offset = written.readUInt32LE(at)
      if (offset > 0) written.writeUInt32LE(slot + offset, at)
    }
    this.#arena.bytes.set(written, slot)
    this.#slots.set(surroundings, slot)
    return slot
  }
}

const NAMES = 1536
const ORDER = 2048
const FIRST_SLOT = 4096
const SLOT_BYTES = 4096
/** How many surroundings the module can hold. */
const SLOTS = 56
const MOST_GAPS = 64
/** The fields of a slot that are addresses. */
const ADDRESSES = [16, 20, 24, 36]
const HEAD = 48
const FILTER_BYTES = 256

/** Lays surroundings out for the module, with addresses relative to their start; undefined if they are too long. */
function slotOf(surroundings: Surroundings): Buffer | undefined {
  const { head, opening, clash, isInner, tail, before, after, uses, texts } = surroundings
  const gaps = tail.filter(({ kind }) => kind !== 'fixed').length
  if (gaps > MOST_GAPS) return undefined
  const fixed = [...before, ...after].reduce((sum, { text }) => sum + text.length, 0)
  const room = [...tail, ...before, ...after].reduce((sum, { text }) => sum + text.length + 12, 0)
  if (HEAD + head.length + room + FILTER_BYTES + 24 > SLOT_BYTES) return undefined
  const slot = Buffer.alloc(SLOT_BYTES)
  slot.writeUInt32LE(clash, 4)
  slot.writeUInt32LE(opening, 8)
  slot.writeUInt32LE(fixed, 12)
  slot.writeUInt32LE(isInner ? 1 : 0, 28)
  slot.writeUInt32LE(uses, 32)
  slot.writeUInt32LE(gaps, 40)
  slot.writeUInt32LE(head.length, HEAD)
  slot.set(head, HEAD + 4)
  let at = HEAD + 4 + padded(head.length)
  for (const [address, pieces] of [
    [16, tail],
    [20, before],
    [24, after],
  ] as const) {
    slot.writeUInt32LE(at, address)
    for (const piece of pieces) at = writeListed(slot, at, piece)
    at = slot.writeUInt32LE(0, at)
  }
  slot.writeUInt32LE(at, 36)
  for (const text of texts) if (text !== '') setBit(slot, at, text)
  return slot
}

/** Marks a string in the filter; other strings may share its bit, which only costs time. */
function setBit(slot: Buffer, at: number, text: string): void {
  const last = text.charCodeAt(text.length - 1)
  const bit = (text.length * 37 + text.charCodeAt(0) * 5 + last * 101) & (FILTER_BYTES * 8 - 1)
  slot[at + (bit >> 3)]! |= 1 << (bit & 7)
}

function writeListed(slot: Buffer, at: number, { kind, gap, text }: Piece): number {
  if (kind === 'fixed') return writePiece(slot, at, 1, text)
  return slot.writeUInt32LE(gap, slot.writeUInt32LE(GAP_KINDS[kind], at))
}

const GAP_KINDS: Readonly<Record<Exclude<PieceKind, 'fixed'>, number>> = {
  digits: 2,
  plain: 3,
  text: 4,
  number: 5,
}

function writePiece(target: Buffer, at: number, kind: number, text: Uint8Array): number {
  target.writeUInt32LE(kind, at)
  target.writeUInt32LE(text.length, at + 4)
  target.set(text, at + 8)
  return at + 8 + padded(text.length)
}

function padded(length: number): number {
  return (length + 3) & ~3
}
