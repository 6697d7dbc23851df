import type { LineReport } from './report-counts.ts'
import type { Arena } from './arena.ts'
import type { KnownSurroundings } from './known-surroundings.ts'
import { findPayload } from './payload-range.ts'
import type { MovingParts } from './moving-parts.ts'
import type { PayloadSource } from './payload-place.ts'
import type { Sink } from './sink.ts'
import { learnTemplate, type Template } from './template.ts'
import type { LineTranslator } from './translate-line.ts'

/**
 * Moves envelopes without reading their payload, where its members stand beside those of the
 * envelope or nothing else is there; {@link KnownLines} does the rest. What surrounds the payload of a line is looked up
 * among the surroundings seen before; an unknown one is translated once, the careful way, with a
 * stand-in for the payload, and remembered. So nothing here knows any dialect, and a spliced line
 * is what the careful translator would have written.
 */
export class Splicer {
  readonly #arena: Arena
  readonly #translator: LineTranslator
  readonly #source: PayloadSource
  readonly #names: ReadonlyMap<string, number>
  readonly #templates: Template[] = []
  readonly #retired = new Map<LineReport, number>()
  #known: KnownSurroundings | undefined
  #patience = PATIENCE
  #passed = 0

  constructor({ arena, translator, source, names, surroundings }: MovingParts) {
    this.#arena = arena
    this.#translator = translator
    this.#source = source
    this.#names = names
    this.#known = surroundings
  }

  /** Takes note that lines were moved by what is known, so that learning may pay again. */
  encourage(): void {
    this.#patience = PATIENCE
  }

  /**
   * Translates the line that starts at `from`, if its bytes allow it. Gives the index of the line
   * feed that ends it, or -1 when nothing was written and the line needs the careful translator.
   */
  splice(from: number, sink: Sink): number {
    const { bytes } = this.#arena
    const templates = this.#templates
    let start = -1
    let end = -1
    let clash = 0
    for (let t = 0; t < templates.length; t++) {
      const template = templates[t]!
      const at = matchBytes(bytes, from, template.head)
      if (at < 0 || bytes[at] !== template.opening) continue
      if (at !== start) {
        start = at
        end = isEmptyContainer(bytes, at) ? -1 : this.#scan(at)
        clash = this.#clash()
      }
      if (end < 0) return -1
      if (clash !== template.clash) continue
      const to = template.matchTail(bytes, end)
      if (to < 0) continue
      template.write(sink, bytes, start, end)
      this.#patience = PATIENCE
      if (t > 0) {
        templates.splice(t, 1)
        templates.unshift(template)
        this.#known?.use(templates)
      }
      return to
    }
    return -1
  }

  /** Learns the surroundings of the line that starts at `from` and translates it, as `splice` does. */
  learn(from: number, sink: Sink): number {
    // Where every line differs, learning costs more than it saves; it is tried now and then.
    if (this.#patience === 0 && ++this.#passed % RARELY !== 0) return -1
    if (this.#patience > 0) this.#patience--
    return this.#learn(from, sink)
  }

  /** What is to be reported about the spliced lines, with how many lines it is about. */
  reports(): ReadonlyMap<LineReport, number> {
    for (const template of this.#templates) this.#retire(template)
    return this.#retired
  }

  /** Ends the splicing; the memory of the lines may go to somebody else. */
  end(): void {
    this.reports()
    this.#known = undefined
  }

  #learn(from: number, sink: Sink): number {
    const { bytes } = this.#arena
    const to = bytes.indexOf(LINE_FEED, from)
    const { start, end } = findPayload(this.#arena, from, to, this.#source)
    if (start < 0 || isEmptyContainer(bytes, start)) return -1
    // Once more, for the names in it.
    if (this.#scan(start) !== end) return -1
    const line = { from, start, end, to, clash: this.#clash() }
    const template = learnTemplate(
      bytes,
      line,
      this.#translator,
      this.#clashing(bytes[start] === QUOTE),
    )
    if (!template) return -1
    // A hit confirms that the template covers the very line that it was learnt from.
    if (template.matchTail(bytes, end) !== to) return -1
    template.write(sink, bytes, start, end)
    this.#templates.unshift(template)
    if (this.#templates.length > MOST_TEMPLATES) {
      const oldest = this.#templates.pop()!
      this.#retire(oldest)
      this.#known?.forget(oldest)
    }
    this.#known?.use(this.#templates)
    return to
  }

  #scan(at: number): number {
    const { bytes, mover, scan } = this.#arena
    if (!mover || this.#names.size === 0) return scan(at)
    return bytes[at] === QUOTE ? mover.members(at) : mover.payload(at)
  }

  /** A name to stand for those that clash; among the members of a flat document none of its own. */
  #clashing(isFlat: boolean): string | undefined {
    const fits = (mark: number): boolean => (isFlat ? mark === 1 : (mark & 1) === 1)
    return [...this.#names].find(([, mark]) => fits(mark))?.[0]
  }

  #clash(): number {
    return this.#names.size > 0 ? (this.#arena.mover?.clash.value ?? 0) : 0
  }

  #retire(template: Template): void {
    const lines = this.#retired.get(template.report) ?? 0
    const hits = template.hits + (this.#known?.takeHits(template) ?? 0)
    this.#retired.set(template.report, lines + hits)
    template.hits = 0
  }
}

/** Enough for the result types of a tool; more would only make a miss dearer. */
const MOST_TEMPLATES = 24
/** How many kinds of surroundings are learnt in a row without meeting one of them again. */
const PATIENCE = 64
const RARELY = 32
const LINE_FEED = 0x0a
const QUOTE = 0x22

function matchBytes(bytes: Uint8Array, from: number, expected: Uint8Array): number {
  for (let k = 0; k < expected.length; k++) if (bytes[from + k] !== expected[k]) return -1
  return from + expected.length
}

/** An empty object or array is left to the careful translator: dialects may treat it as nothing. */
function isEmptyContainer(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] === QUOTE) return false
  const next = bytes[at + 1]!
  return next === bytes[at]! + 2 || next <= 0x20
}
