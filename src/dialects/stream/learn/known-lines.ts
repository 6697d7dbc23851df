import type { NameEffects, ReadPlaces } from '../../places.ts'
import { OUTPUT, type Arena } from '../scan/arena.ts'
import { compactJson } from '../scan/compact-json.ts'
import { holdsInexact } from '../scan/inexact-numbers.ts'
import type { KnownSurroundings } from './known-surroundings.ts'
import { learnLine, rewrite, type KnownLine } from './learn-line.ts'
import { isValueGap, LineShape } from './line-shape.ts'
import type { LineReport } from '../report-counts.ts'
import type { Sink } from '../sink.ts'
import { toSurroundings, type Surroundings } from './surroundings.ts'
import type { LineTranslator } from '../translate-line.ts'

/** What it takes to translate lines of known shapes. */
export interface LineKnowledge {
  readonly arena: Arena
  /** The translator that parses lines; it shows how stand-ins translate. */
  readonly translator: LineTranslator
  readonly source: ReadPlaces
  /** The names of payload members that the reader or the writer looks at. */
  readonly names: NameEffects
  /** Texts that the writer compares others with. */
  readonly texts: readonly string[]
  /** The WebAssembly module that moves lines by itself, if there is one. */
  readonly surroundings: KnownSurroundings | undefined
}

/**
 * Translates lines by what is known of lines of the same shape. A shape is translated once with
 * stand-ins for everything that changes; after that its lines are assembled from bytes. The output is
 * the same as that of the parsing translator: every value that matters is part of the shape, and a
 * line with a string that may matter is left to the translator.
 */
export class KnownLines {
  readonly #arena: Arena
  readonly #translator: LineTranslator
  readonly #shape: LineShape
  readonly #names: NameEffects
  readonly #texts: readonly string[]
  /** Undefined for a shape that cannot be learnt. */
  readonly #known = new Map<number, Entry | 'by name' | undefined>()
  #surroundings: KnownSurroundings | undefined
  /** The lines that the module moves by itself, newest first. */
  #moved: readonly Entry[] = []
  /** How often a shape came up before it was learnt. */
  readonly #seen = new Map<number, number>()
  #tries = 0
  readonly #reports = new Map<LineReport, number>()

  constructor({ arena, translator, source, names, texts, surroundings }: LineKnowledge) {
    this.#arena = arena
    this.#translator = translator
    this.#surroundings = surroundings
    this.#shape = new LineShape(arena, source, names.size > 0)
    this.#names = names
    this.#texts = texts
  }

  /** Translates the line that starts at `from`; returns the index of its line feed, or -1 if nothing was written. */
  translate(from: number, sink: Sink): number {
    const shape = this.#shape
    if (!shape.read(from)) return -1
    let known = this.#known.get(shape.hash)
    known ??= this.#learn(from)
    if (known === 'by name') {
      if (!shape.read(from, 'by name')) return -1
      known = this.#known.get(shape.hash)
      known ??= this.#learn(from)
    }
    if (known === undefined || known === 'by name' || !this.#fits(known.line, from)) return -1
    return this.#write(known, sink)
  }

  /** Returns the reports with the number of lines that each is about. */
  reports(): ReadonlyMap<LineReport, number> {
    this.#collectReports()
    return this.#reports
  }

  /** Ends the work, so that the memory can be reused. */
  end(): void {
    this.#move([])
    this.#surroundings = undefined
  }

  #collectReports(): void {
    for (const known of this.#known.values()) {
      if (known === undefined || known === 'by name') continue
      const moved = known.surroundings && this.#surroundings?.takeHits(known.surroundings)
      const { report } = known.line
      const lines = this.#reports.get(report) ?? 0
      this.#reports.set(report, lines + known.hits + (moved ?? 0))
      known.hits = 0
    }
  }

  /** Learns a shape: the first ones at once, later ones only if they keep coming back. */
  #learn(from: number): Entry | 'by name' | undefined {
    const { hash } = this.#shape
    if (this.#known.has(hash) || !this.#isWorthLearning(hash)) return undefined
    if (this.#known.size >= MOST_KNOWN) {
      this.#move([])
      this.#collectReports()
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
    const met = (this.#seen.get(hash) ?? 0) + 1
    if (met === 1 && this.#seen.size >= MOST_SEEN) this.#seen.clear()
    if (met < OFTEN) this.#seen.set(hash, met)
    else this.#seen.delete(hash)
    return met >= OFTEN
  }

  /** Lets the module move these lines, as many as it has room for. */
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
    const { gaps, starts, ends, kinds, clashes, sameAs, to } = this.#shape
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
      if (sameAs[n] !== known.sameAs[n]) return false
      at = ends[n]!
    }
    return this.#isUsual(known)
  }

  /** Rejects strings that a writer may recognise, and JSON that appears twice. */
  #isUsual({ texts, lengths, treatments }: KnownLine): boolean {
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
      } else if (kind === 'unnormalised') {
        if (holdsInexact(bytes.toString('latin1', start, start + length))) return false
      } else if (isValueGap(kind)) {
        // Rewritten JSON is checked when it is written.
        if (
          treatments[n] === 'dropped' &&
          holdsInexact(bytes.toString('utf8', start, start + length))
        )
          return false
        for (let m = 0; m < n; m++) {
          if (kinds[m] !== kind || ends[m]! - starts[m]! !== length) continue
          if (bytes.compare(bytes, start, start + length, starts[m], ends[m]) === 0) return false
        }
      }
    }
    return true
  }

  /** Tests whether a string with unusual escapes differs from all others once they are resolved. */
  #isUnlikeOthers(gap: number, texts: ReadonlySet<string>): boolean {
    const { bytes } = this.#arena
    const { gaps, starts, ends, kinds } = this.#shape
    const own = this.#rewrittenInLatin1(gap)
    if (own === undefined || texts.has(own)) return false
    for (let n = 0; n < gaps; n++) {
      if (n === gap) continue
      if (kinds[n] === 'text' && bytes.toString('latin1', starts[n], ends[n]) === own) return false
      if (kinds[n] === 'escaped' && this.#rewrittenInLatin1(n) === own) return false
    }
    return true
  }

  #rewrittenInLatin1(gap: number): string | undefined {
    const { bytes } = this.#arena
    const { starts, ends, kinds } = this.#shape
    if (kinds[gap] === 'unnormalised') return rewrite(bytes, this.#shape, gap)
    const to = compactJson(this.#arena, starts[gap]! - 1, ends[gap]! + 1)
    if (to >= 0) return bytes.toString('latin1', OUTPUT + 1, to - 1)
    const rewritten = rewrite(bytes, this.#shape, gap)
    return rewritten && Buffer.from(rewritten).toString('latin1')
  }

  #write(known: Entry, sink: Sink): number {
    const { bytes } = this.#arena
    const { starts, ends, kinds, to } = this.#shape
    const { written, treatments } = known.line
    const mark = sink.mark()
    // Pieces are usually short, and joining strings is faster than copying bytes.
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
        if (treatments[part] === 'moved') sink.bytes(bytes, start, end)
        else if (!this.#rewrite(part, sink)) return sink.rewind(mark)
      } else if (treatments[part] === 'rewritten') {
        const rewritten = this.#rewrittenInLatin1(part)
        if (rewritten === undefined) return sink.rewind(mark)
        text += rewritten
      } else text += bytes.toString('latin1', start, end)
    }
    sink.latin1(text)
    known.hits++
    return to
  }

  /** Rewrites an object or list; false if a number would change, which has to be reported. */
  #rewrite(gap: number, sink: Sink): boolean {
    const { bytes } = this.#arena
    const { starts, ends } = this.#shape
    const to = compactJson(this.#arena, starts[gap]! - 1, ends[gap]! + 1)
    if (to >= 0) sink.bytes(bytes, OUTPUT, to)
    else {
      const rewritten = rewrite(bytes, this.#shape, gap)
      if (rewritten === undefined) return false
      sink.text(rewritten)
    }
    return true
  }
}

/** A known line and how it has been used. */
interface Entry {
  readonly line: KnownLine
  /** The same in the form of the WebAssembly module; undefined if it cannot move such lines. */
  readonly surroundings: Surroundings | undefined
  /** How many lines were written by it. */
  hits: number
}

const MOST_KNOWN = 512
const MOST_MOVED = 48
const MOST_SEEN = 4096
/** Learning costs as much as parsing a few lines, so it has to pay off. */
const AT_ONCE = 64
const OFTEN = 12
