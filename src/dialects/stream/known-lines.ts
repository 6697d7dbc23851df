import type { LineReport } from './report-counts.ts'
import type { Arena } from './arena.ts'
import { learnLine, type KnownLine } from './learn-line.ts'
import { LineShape } from './line-shape.ts'
import type { KnownSurroundings } from './known-surroundings.ts'
import type { MovingParts } from './moving-parts.ts'
import type { Sink } from './sink.ts'
import type { LineTranslator } from './translate-line.ts'

/**
 * Translates lines by what is known of lines of the same shape: failures, empty results, envelopes
 * with warnings. A shape that comes up again is translated once with stand-ins for all that changes,
 * and from then on its lines are put together from bytes. A line is what the careful translator
 * would have written: what decides anything is part of the shape, and a text that equals another
 * one in its line is left to it.
 */
export class KnownLines {
  readonly #arena: Arena
  readonly #translator: LineTranslator
  readonly #shape: LineShape
  readonly #clashing: string | undefined
  /** Undefined where the shape was met and cannot be learnt. */
  readonly #known = new Map<number, KnownLine | undefined>()
  #surroundings: KnownSurroundings | undefined
  /** What the module moves by itself, newest first. */
  #moved: readonly KnownLine[] = []
  /** How often a shape came up that was not learnt. */
  readonly #met = new Map<number, number>()
  #tries = 0
  readonly #retired = new Map<LineReport, number>()

  constructor({ arena, translator, source, names, surroundings }: MovingParts) {
    this.#arena = arena
    this.#translator = translator
    this.#surroundings = surroundings
    this.#shape = new LineShape(arena, source, names.size > 0)
    this.#clashing = [...names].find(([, mark]) => (mark & 1) === 1)?.[0]
  }

  /** Translates the line that starts at `from`; gives its line feed, or -1 when nothing was written. */
  translate(from: number, sink: Sink): number {
    const shape = this.#shape
    if (!shape.read(from)) return -1
    const known = this.#known.get(shape.hash)
    if (known === undefined) return this.#meet(from, sink)
    return this.#fits(known, from) ? this.#write(known, sink) : -1
  }

  /** What is to be reported about the lines, with how many lines it is about. */
  reports(): ReadonlyMap<LineReport, number> {
    this.#retire()
    return this.#retired
  }

  /** Ends the work; the memory of the lines may go to somebody else. */
  end(): void {
    this.#move([])
    this.#surroundings = undefined
  }

  #retire(): void {
    for (const known of this.#known.values()) {
      if (!known) continue
      const moved = known.surroundings && this.#surroundings?.takeHits(known.surroundings)
      const lines = this.#retired.get(known.report) ?? 0
      this.#retired.set(known.report, lines + known.hits + (moved ?? 0))
      known.hits = 0
    }
  }

  /** A shape is learnt at once, but once many were, only where it keeps coming back. */
  #meet(from: number, sink: Sink): number {
    const { hash } = this.#shape
    if (this.#known.has(hash) || !this.#isWorthLearning(hash)) return -1
    if (this.#known.size >= MOST_KNOWN) {
      this.#move([])
      this.#retire()
      this.#known.clear()
    }
    const { bytes } = this.#arena
    const known = learnLine(bytes, from, this.#shape, this.#translator, this.#clashing)
    this.#known.set(hash, known)
    if (!known || !this.#fits(known, from)) return -1
    if (known.surroundings) this.#move([known, ...this.#moved])
    return this.#write(known, sink)
  }

  #isWorthLearning(hash: number): boolean {
    if (this.#tries < AT_ONCE) {
      this.#tries += 1
      return true
    }
    const met = (this.#met.get(hash) ?? 0) + 1
    if (met === 1 && this.#met.size >= MOST_MET) this.#met.clear()
    if (met < OFTEN) this.#met.set(hash, met)
    else this.#met.delete(hash)
    return met >= OFTEN
  }

  /** Has the module move these, as many as it has room for. */
  #move(lines: readonly KnownLine[]): void {
    const kept = lines.slice(0, MOST_MOVED)
    for (const known of new Set([...this.#moved, ...lines])) {
      if (kept.includes(known) || !known.surroundings) continue
      known.hits += this.#surroundings?.takeHits(known.surroundings) ?? 0
      this.#surroundings?.forget(known.surroundings)
    }
    this.#moved = kept
    this.#surroundings?.useLines(kept.flatMap(({ surroundings }) => surroundings ?? []))
  }

  #fits(known: KnownLine, from: number): boolean {
    const { bytes } = this.#arena
    const { gaps, starts, ends, kinds, to, opening, clash } = this.#shape
    const { fixed } = known
    if (fixed.length !== gaps + 1 || opening !== known.opening || clash !== known.clash)
      return false
    let at = from
    for (let n = 0; n <= gaps; n++) {
      const part = fixed[n]!
      const end = n < gaps ? starts[n]! : to
      if (end - at !== part.length) return false
      for (let k = 0; k < part.length; k++) if (bytes[at + k] !== part[k]) return false
      if (n === gaps) break
      if (kinds[n] !== known.kinds[n]) return false
      at = ends[n]!
    }
    return this.#areAllDifferent(known)
  }

  /** Writers compare texts with each other; two that are the same make another case. */
  #areAllDifferent({ texts, lengths }: KnownLine): boolean {
    const { bytes } = this.#arena
    const { gaps, starts, ends, kinds } = this.#shape
    for (let n = 0; n < gaps; n++) {
      if (kinds[n] !== 'text') continue
      const start = starts[n]!
      const length = ends[n]! - start
      if (lengths[length] === 1 && texts.has(bytes.toString('latin1', start, start + length)))
        return false
      for (let m = 0; m < n; m++) {
        if (kinds[m] !== 'text' || ends[m]! - starts[m]! !== length) continue
        if (bytes.compare(bytes, start, start + length, starts[m], ends[m]) === 0) return false
      }
    }
    return true
  }

  #write(known: KnownLine, sink: Sink): number {
    const { bytes } = this.#arena
    const { starts, ends, kinds, to } = this.#shape
    // Pieces are short as a rule, and putting texts together beats copying byte by byte.
    let text = ''
    for (const part of known.written) {
      if (typeof part === 'string') text += part
      else if (kinds[part] !== 'payload') text += bytes.toString('latin1', starts[part], ends[part])
      else {
        const trim = known.isInner ? 1 : 0
        sink.latin1(text)
        sink.bytes(bytes, starts[part]! + trim, ends[part]! - trim)
        text = ''
      }
    }
    sink.latin1(text)
    known.hits++
    return to
  }
}

const MOST_KNOWN = 512
/** The rest of the slots is for payloads. */
const MOST_MOVED = 36
const MOST_MET = 4096
/** Learning costs as much as translating a few lines with care, so it has to come in useful. */
const AT_ONCE = 64
const OFTEN = 12
