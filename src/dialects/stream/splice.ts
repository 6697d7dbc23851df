import type { Loss } from '../dialect.ts'
import type { Arena } from './arena.ts'
import { findPayload } from './payload-range.ts'
import type { Sink } from './sink.ts'
import { learnTemplate, type Template } from './template.ts'
import type { LineTranslator } from './translate-line.ts'

/**
 * Moves envelopes without reading their payload. What surrounds the payload of a line is looked up
 * among the surroundings seen before; an unknown one is translated once, the careful way, with a
 * stand-in for the payload, and remembered. So nothing here knows any dialect, and a spliced line
 * is what the careful translator would have written.
 */
export class Splicer {
  readonly #arena: Arena
  readonly #translator: LineTranslator
  readonly #name: Uint8Array
  readonly #templates: Template[] = []
  readonly #retired = new Map<readonly Loss[], number>()

  constructor(arena: Arena, translator: LineTranslator, payloadMember: string) {
    this.#arena = arena
    this.#translator = translator
    this.#name = Buffer.from(payloadMember)
  }

  /**
   * Translates the line that starts at `from`, if its bytes allow it. Gives the index of the line
   * feed that ends it, or -1 when nothing was written and the line needs the careful translator.
   */
  splice(from: number, sink: Sink): number {
    const { bytes, scan } = this.#arena
    const templates = this.#templates
    let start = -1
    let end = -1
    for (let t = 0; t < templates.length; t++) {
      const template = templates[t]!
      const at = matchBytes(bytes, from, template.head)
      if (at < 0 || bytes[at] !== template.opening) continue
      if (at !== start) {
        start = at
        end = isEmptyContainer(bytes, at) ? -1 : scan(at)
      }
      if (end < 0) return -1
      const to = template.matchTail(bytes, end)
      if (to < 0) continue
      template.write(sink, bytes, start, end)
      if (t > 0) {
        templates.splice(t, 1)
        templates.unshift(template)
      }
      return to
    }
    return this.#learn(from, sink)
  }

  /** What the spliced lines lost, with how many lines lost it. */
  losses(): ReadonlyMap<readonly Loss[], number> {
    for (const template of this.#templates) this.#retire(template)
    return this.#retired
  }

  #learn(from: number, sink: Sink): number {
    const { bytes } = this.#arena
    const to = bytes.indexOf(LINE_FEED, from)
    const { start, end } = findPayload(this.#arena, from, to, this.#name)
    if (start < 0 || isEmptyContainer(bytes, start)) return -1
    const template = learnTemplate(bytes, from, start, end, to, this.#translator)
    if (!template) return -1
    // A hit confirms that the template covers the very line that it was learnt from.
    if (template.matchTail(bytes, end) !== to) return -1
    template.write(sink, bytes, start, end)
    this.#templates.unshift(template)
    if (this.#templates.length > MOST_TEMPLATES) this.#retire(this.#templates.pop()!)
    return to
  }

  #retire(template: Template): void {
    const lines = this.#retired.get(template.losses) ?? 0
    this.#retired.set(template.losses, lines + template.hits)
    template.hits = 0
  }
}

/** Enough for the result types of a tool; more would only make a miss dearer. */
const MOST_TEMPLATES = 24
const LINE_FEED = 0x0a

function matchBytes(bytes: Uint8Array, from: number, expected: Uint8Array): number {
  for (let k = 0; k < expected.length; k++) if (bytes[from + k] !== expected[k]) return -1
  return from + expected.length
}

/** An empty object or array is left to the careful translator: dialects may treat it as nothing. */
function isEmptyContainer(bytes: Uint8Array, at: number): boolean {
  const next = bytes[at + 1]!
  return next === bytes[at]! + 2 || next <= 0x20
}
