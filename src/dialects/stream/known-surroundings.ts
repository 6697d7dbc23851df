import type { Arena, Mover } from './arena.ts'
import { PLAIN } from './plain-text.ts'
import type { Sink } from './sink.ts'
import type { Piece, Template } from './template.ts'

/**
 * Hands templates to the module in WebAssembly, which then moves payloads line after line by itself
 * and comes back for the first line that no template fits. The addresses and the layout are those
 * of `json-scan.wat`.
 */
export class KnownSurroundings {
  readonly #arena: Arena
  readonly #mover: Mover
  readonly #slots = new Map<Template, number>()
  readonly #free: number[] = Array.from({ length: SLOTS }, (_, n) => FIRST_SLOT + n * SLOT_BYTES)

  constructor(arena: Arena, mover: Mover, names: ReadonlyMap<string, number>) {
    this.#arena = arena
    this.#mover = mover
    mover.room.value = arena.start - SLACK
    arena.bytes.set(PLAIN, PLAIN_TABLE)
    arena.bytes.writeUInt32LE(0, ORDER)
    let at = NAMES
    for (const [name, mark] of names) {
      at = writePiece(arena.bytes, at, mark, Buffer.from(name))
    }
    arena.bytes.writeUInt32LE(0, at)
  }

  /** Makes the module try these templates, in this order; those that are too long are left out. */
  use(templates: readonly Template[]): void {
    const { bytes } = this.#arena
    let at = ORDER
    for (const template of templates) {
      const slot = this.#slots.get(template) ?? this.#place(template)
      if (slot === undefined) continue
      at = bytes.writeUInt32LE(slot, at)
    }
    bytes.writeUInt32LE(0, at)
  }

  /** Gives how many lines a template took since it was asked last. */
  takeHits(template: Template): number {
    const slot = this.#slots.get(template)
    if (slot === undefined) return 0
    const hits = this.#arena.bytes.readUInt32LE(slot)
    this.#arena.bytes.writeUInt32LE(0, slot)
    return hits
  }

  /** Forgets a template; `use` has to be called before the next lines. */
  forget(template: Template): void {
    const slot = this.#slots.get(template)
    if (slot === undefined) return
    this.#slots.delete(template)
    this.#free.push(slot)
  }

  /** Moves the lines from `from` up to `to` as far as they fit; gives the place of the first that does not. */
  move(from: number, to: number, sink: Sink): number {
    const { lines, out } = this.#mover
    let at = from
    for (;;) {
      out.value = OUTPUT
      const next = lines(at, to)
      sink.bytes(this.#arena.bytes, OUTPUT, out.value)
      // Without progress it was the line and not the room.
      if (next >= to || next === at) return next
      at = next
    }
  }

  /** How many lines were moved since the last time. */
  takeCount(): number {
    const { count } = this.#mover
    const lines = count.value
    count.value = 0
    return lines
  }

  #place(template: Template): number | undefined {
    const written = slotOf(template)
    if (!written) return undefined
    const slot = this.#free.pop()
    if (slot === undefined) return undefined
    for (const at of LISTS) written.writeUInt32LE(slot + written.readUInt32LE(at), at)
    this.#arena.bytes.set(written, slot)
    this.#slots.set(template, slot)
    return slot
  }
}

const PLAIN_TABLE = 1024
const ORDER = 1408
const NAMES = 1536
const FIRST_SLOT = 2048
const SLOT_BYTES = 2048
const SLOTS = 25
const OUTPUT = FIRST_SLOT + SLOTS * SLOT_BYTES
const MOST_GAPS = 16
/** What a copy a word at a time may write too much. */
const SLACK = 64
/** The fields of a slot that are addresses. */
const LISTS = [16, 20, 24]
const HEAD = 32

/** Lays a template out for the module, addresses counted from its own start; undefined where it is too long. */
function slotOf(template: Template): Buffer | undefined {
  const { head, opening, clash, isInner, tail, before, after } = template
  if (tail.length > MOST_GAPS * 2) return undefined
  const fixed = [...before, ...after].reduce((sum, { text }) => sum + text.length, 0)
  const room = [...tail, ...before, ...after].reduce((sum, { text }) => sum + text.length + 12, 0)
  if (HEAD + head.length + room + 24 > SLOT_BYTES) return undefined
  const slot = Buffer.alloc(SLOT_BYTES)
  slot.writeUInt32LE(clash, 4)
  slot.writeUInt32LE(opening, 8)
  slot.writeUInt32LE(fixed, 12)
  slot.writeUInt32LE(isInner ? 1 : 0, 28)
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
  return slot
}

function writeListed(slot: Buffer, at: number, { gap, isNumber, text }: Piece): number {
  if (gap < 0) return writePiece(slot, at, 1, text)
  return slot.writeUInt32LE(gap, slot.writeUInt32LE(isNumber ? 2 : 3, at))
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
