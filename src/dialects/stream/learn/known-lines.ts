import type { NameEffects, ReadPlaces } from '../../places.ts'
import { OUTPUT, type Arena } from '../scan/arena.ts'
import { compactJson } from '../scan/compact-json.ts'
import { holdsInexact } from '../scan/inexact-numbers.ts'
import type { KnownSurroundings } from './known-surroundings.ts'
import { learnLine, writeAnew, type KnownLine } from './learn-line.ts'
import { isValueGap, LineShape } from './line-shape.ts'
import type { LineReport } from '../report-counts.ts'
import type { Sink } from '../sink.ts'
import { toSurroundings, type Surroundings } from './surroundings.ts'
import type { LineTranslator } from '../translate-line.ts'

/** What lines of known shapes are translated with. */
export interface LineKnowledge {
  readonly arena: Arena
  /** The careful translator, which says how stand-ins translate. */
  readonly translator: LineTranslator
  readonly source: ReadPlaces
  /** The names of payload members that either end looks at. */
  readonly names: NameEffects
  /** Texts that the writer compares others with. */
  readonly texts: readonly string[]
  /** The module in WebAssembly that moves lines by itself; undefined where there is none. */
  readonly surroundings: KnownSurroundings | undefined
}

/**
 * Translates lines by what is known of lines of the same shape. A shape that comes up again is
 * translated once with stand-ins for all that changes, and from then on its lines are put together
 * from bytes. A line is what the careful translator would have written: what decides anything is
 * part of the shape, and a line with a text that may decide as well is left to it.
 */
export class KnownLines {
  readonly #arena: Arena
  readonly #translator: LineTranslator
  readonly #shape: LineShape
  readonly #names: NameEffects
  readonly #texts: readonly string[]
  /** Undefined where the shape was met and cannot be learnt. */
  readonly #known = new Map<number, Entry | 'by name' | undefined>()
  #surroundings: KnownSurroundings | undefined
  /** What the module moves by itself, newest first. */
  #moved: readonly Entry[] = []
  /** How often a shape came up that was not learnt. */
  readonly #met = new Map<number, number>()
  #tries = 0
  readonly #retired = new Map<LineReport, number>()

  constructor({ arena, translator, source, names, texts, surroundings }: LineKnowledge) {
    this.#arena = arena
    this.#translator = translator
    this.#surroundings = surroundings
    this.#shape = new LineShape(arena, source, names.size > 0)
    this.#names = names
    this.#texts = texts
  }

  /** Translates the line that starts at `from`; gives its line feed, or -1 when nothing was written. */
  translate(from: number, sink: Sink): number {
    const shape = this.#shape
    if (!shape.read(from)) return -1
    let known = this.#known.get(shape.hash)
    known ??= this.#meet(from)
    if (known === 'by name') {
      if (!shape.read(from, 'by name')) return -1
      known = this.#known.get(shape.hash)
      known ??= this.#meet(from)
    }
    if (known === undefined || known === 'by name' || !this.#fits(known.line, from)) return -1
    return this.#write(known, sink)
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
      if (known === undefined || known === 'by name') continue
      const moved = known.surroundings && this.#surroundings?.takeHits(known.surroundings)
      const { report } = known.line
      const lines = this.#retired.get(report) ?? 0
      this.#retired.set(report, lines + known.hits + (moved ?? 0))
      known.hits = 0
    }
  }

  /** A shape is learnt at once, but once many were, only where it keeps coming back. */
  #meet(from: number): Entry | 'by name' | undefined {
    const { hash } = this.#shape
    if (this.#known.has(hash) || !this.#isWorthLearning(hash)) return undefined
    if (this.#known.size >= MOST_KNOWN) {
      this.#move([])
      this.#retire()
      this.#known.clear()
    }
    const { bytes } = this.#arena
    const line = learnLine(bytes, from, this.#shape, {
      translator: this.#translator,
      names: this.#names,
      texts: this.#texts,
    })
    if (line === undefined || line === 'by name') {
      this.#known.set(hash, line)
      return line
    }
    const known = { line, surroundings: toSurroundings(line), hits: 0 }
    this.#known.set(hash, known)
    if (known.surroundings) this.#move([known, ...this.#moved])
    return known
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
  #move(lines: readonly Entry[]): void {
    const kept = lines.slice(0, MOST_MOVED)
    for (const known of new Set([...this.#moved, ...lines])) {
      if (kept.includes(known) || !known.surroundings) continue
      known.hits += this.#surroundings?.takeHits(known.surroundings) ?? 0
      this.#surroundings?.forget(known.surroundings)
    }
    this.#moved = kept
    this.#surroundings?.use(kept.flatMap(({ surroundings }) => surroundings ?? []))
  }

  #fits(known: KnownLine, from: number): boolean {
    const { bytes } = this.#arena
    const { gaps, starts, ends, kinds, clashes, twins, to } = this.#shape
    const { fixed } = known
    if (fixed.length !== gaps + 1) return false
    let at = from
    for (let n = 0; n <= gaps; n++) {
      const part = fixed[n]!
      const end = n < gaps ? starts[n]! : to
      if (end - at !== part.length) return false
      for (let k = 0; k < part.length; k++) if (bytes[at + k] !== part[k]) return false
      if (n === gaps) break
      if (kinds[n] !== known.kinds[n] || clashes[n] !== known.clashes[n]) return false
      if (twins[n] !== known.twins[n]) return false
      at = ends[n]!
    }
    return this.#isUsual(known)
  }

  /** A text that a writer may recognise and JSON that is there twice make another case. */
  #isUsual({ texts, lengths, fates }: KnownLine): boolean {
    const { bytes } = this.#arena
    const { gaps, starts, ends, kinds } = this.#shape
    for (let n = 0; n < gaps; n++) {
      const kind = kinds[n]!
      const start = starts[n]!
      const length = ends[n]! - start
      if (kind === 'text') {
        if (lengths[length] !== 1) continue
        if (texts.has(bytes.toString('latin1', start, start + length))) return false
      } else if (kind === 'escaped') {
        if (!this.#isUnlikeOthers(n, texts)) return false
      } else if (kind === 'spelt') {
        if (holdsInexact(bytes.toString('latin1', start, start + length))) return false
      } else if (isValueGap(kind)) {
        // What is written anew is looked at there.
        if (fates[n] === 'dropped' && holdsInexact(bytes.toString('utf8', start, start + length)))
          return false
        for (let m = 0; m < n; m++) {
          if (kinds[m] !== kind || ends[m]! - starts[m]! !== length) continue
          if (bytes.compare(bytes, start, start + length, starts[m], ends[m]) === 0) return false
        }
      }
    }
    return true
  }

  /** Tests whether a text with odd escapes is still another one when they are gone. */
  #isUnlikeOthers(gap: number, texts: ReadonlySet<string>): boolean {
    const { bytes } = this.#arena
    const { gaps, starts, ends, kinds } = this.#shape
    const own = this.#anewInLatin1(gap)
    if (own === undefined || texts.has(own)) return false
    for (let n = 0; n < gaps; n++) {
      if (n === gap) continue
      if (kinds[n] === 'text' && bytes.toString('latin1', starts[n], ends[n]) === own) return false
      if (kinds[n] === 'escaped' && this.#anewInLatin1(n) === own) return false
    }
    return true
  }

  #anewInLatin1(gap: number): string | undefined {
    const { bytes } = this.#arena
    const { starts, ends, kinds } = this.#shape
    if (kinds[gap] === 'spelt') return writeAnew(bytes, this.#shape, gap)
    const to = compactJson(this.#arena, starts[gap]! - 1, ends[gap]! + 1)
    if (to >= 0) return bytes.toString('latin1', OUTPUT + 1, to - 1)
    const anew = writeAnew(bytes, this.#shape, gap)
    return anew && Buffer.from(anew).toString('latin1')
  }

  #write(known: Entry, sink: Sink): number {
    const { bytes } = this.#arena
    const { starts, ends, kinds, to } = this.#shape
    const { written, fates } = known.line
    const mark = sink.mark()
    // Pieces are short as a rule, and putting texts together beats copying byte by byte.
    let text = ''
    for (const part of written) {
      if (typeof part === 'string') {
        text += part
        continue
      }
      const start = starts[part]!
      const end = ends[part]!
      if (isValueGap(kinds[part]!)) {
        sink.latin1(text)
        text = ''
        if (fates[part] === 'moved') sink.bytes(bytes, start, end)
        else if (!this.#writeAnew(part, sink)) return sink.rewind(mark)
      } else if (fates[part] === 'anew') {
        const anew = this.#anewInLatin1(part)
        if (anew === undefined) return sink.rewind(mark)
        text += anew
      } else text += bytes.toString('latin1', start, end)
    }
    sink.latin1(text)
    known.hits++
    return to
  }

  /** Writes an object or list anew; false where a number would change, which is to be reported. */
  #writeAnew(gap: number, sink: Sink): boolean {
    const { bytes } = this.#arena
    const { starts, ends } = this.#shape
    const to = compactJson(this.#arena, starts[gap]! - 1, ends[gap]! + 1)
    if (to >= 0) sink.bytes(bytes, OUTPUT, to)
    else {
      const anew = writeAnew(bytes, this.#shape, gap)
      if (anew === undefined) return false
      sink.text(anew)
    }
    return true
  }
}

/** A known line with what came of it. */
interface Entry {
  readonly line: KnownLine
  /** The same for the module that moves lines by itself; undefined where it cannot. */
  readonly surroundings: Surroundings | undefined
  /** How many lines were written with it. */
  hits: number
}

const MOST_KNOWN = 512
const MOST_MOVED = 48
const MOST_MET = 4096
/** Learning costs as much as translating a few lines with care, so it has to come in useful. */
const AT_ONCE = 64
const OFTEN = 12
