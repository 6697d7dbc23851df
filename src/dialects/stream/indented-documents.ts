import type { Line } from '../../internal/lines.ts'

/** A bracket alone on its line, as every printer of indented JSON begins a document. */
const BEGINS = /^\s*[{[]\s*$/
/** A longer line begins none, so that lines of a log are hardly looked at. */
const MAX_BEGINNING = 80
/** What the lines of such a document begin with. Any other line belongs to something else. */
const CONTINUES = /^[ \t\]}]|^$/
/** A string, which may hold brackets, or blanks. */
const STRINGS_AND_BLANKS = /("(?:[^"\\]|\\.)*(?:"|\\?$))|\s+/g
const NO_BRACKETS = /"(?:[^"\\]|\\.)*"|[^{}[\]]/g

/** Joins the lines of indented documents, without what stands between their tokens; other lines pass as they are. */
export class IndentedDocuments {
  readonly #maxBytes: number
  #parts: string[] = []
  #first: Line | undefined
  #givenUp: Line | undefined
  #depth = 0
  #size = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Tests whether a line is part of an indented document. */
  takes(line: Line): boolean {
    const { text } = line
    if (this.#first !== undefined) return true
    return text.length < MAX_BEGINNING && line !== this.#givenUp && BEGINS.test(text)
  }

  /** Gives the lines that one more line completes: a document, or one that broke off and the line itself. */
  *add(line: Line): Generator<Line> {
    if (this.#first !== undefined && !CONTINUES.test(line.text)) {
      yield* this.end()
      if (!this.takes(line)) {
        yield line
        return
      }
    }
    yield* this.#addPart(line)
  }

  /** Gives up a document that is not complete, as the line that it began with. */
  *end(): Generator<Line> {
    if (this.#first === undefined) return
    this.#givenUp =
      this.#size > this.#maxBytes ? { ...this.#first, problem: 'too_long' } : this.#first
    this.#first = undefined
    yield this.#givenUp
  }

  *#addPart(line: Line): Generator<Line> {
    if (this.#first === undefined) this.#begin(line)
    this.#first = line.problem === null ? this.#first : { ...this.#first!, problem: line.problem }
    this.#size += line.text.length
    if (this.#size <= this.#maxBytes)
      this.#parts.push(line.text.replaceAll(STRINGS_AND_BLANKS, '$1'))
    for (const bracket of line.text.replaceAll(NO_BRACKETS, ''))
      this.#depth += bracket === '{' || bracket === '[' ? 1 : -1
    if (this.#depth > 0) return
    const [first] = [...this.end()]
    const text = this.#parts.join('')
    const { number, problem } = first!
    yield problem === null ? { number, text, problem } : first!
  }

  #begin(line: Line): void {
    this.#first = line
    this.#parts = []
    this.#depth = 0
    this.#size = 0
  }
}
