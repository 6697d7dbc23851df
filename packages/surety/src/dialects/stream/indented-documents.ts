import type { Line } from '@surety/internal/lines.ts'

/** A bracket alone on its line, as every printer of indented JSON begins a document. */
const BEGINS = /^\s*[{[]\s*$/
/** A longer line is looked at only after it turned out to be no JSON, so that lines of a log are hardly touched. */
const MAX_BEGINNING = 80
const OPENS = /^\s*[{[]/
/** What the lines of such a document begin with, besides brackets. Any other line belongs to something else. */
const CONTINUES = /^[ \t\]}",:]|^$|^(?:-?\d|true|false|null)/
/** After these a value must follow. */
const WANTS_MORE = /[:,[]\s*$/
/** A string, which may hold brackets, or blanks. */
const STRINGS_AND_BLANKS = /("(?:[^"\\]|\\.)*(?:"|\\?$))|\s+/g
const STRINGS = /"(?:[^"\\]|\\.)*("|\\?$)/g
const NO_BRACKETS = /[^{}[\]]/g

/** Joins the lines of indented documents, without what stands between their tokens; other lines pass as they are. */
export class IndentedDocuments {
  readonly #maxBytes: number
  #parts: string[] = []
  #first: Line | undefined
  #givenUp: Line | undefined
  #depth = 0
  #size = 0
  #wantsMore = false

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Tests whether a line is part of an indented document. */
  takes(line: Line): boolean {
    const { text } = line
    if (this.#first !== undefined) return true
    return text.length < MAX_BEGINNING && line !== this.#givenUp && BEGINS.test(text)
  }

  /** Tests whether a line that is no JSON is the first one of a document: brackets are open, and no string is. */
  beginsWith(line: Line): boolean {
    if (line === this.#givenUp || !OPENS.test(line.text)) return false
    const bare = withoutStrings(line.text)
    return !bare.includes('"') && opened(bare) > 0
  }

  /** Gives the lines that one more line completes: a document, or one that broke off and the line itself. */
  *add(line: Line): Generator<Line> {
    if (this.#first !== undefined && !this.#goesOnWith(line.text)) {
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

  /** A bracket at the margin begins another document, unless this one wants a value that the line alone is not. */
  #goesOnWith(text: string): boolean {
    if (CONTINUES.test(text)) return true
    if (!this.#wantsMore || !OPENS.test(text)) return false
    return WANTS_MORE.test(text) || opened(withoutStrings(text)) !== 0
  }

  *#addPart(line: Line): Generator<Line> {
    if (this.#first === undefined) this.#begin(line)
    this.#first = line.problem === null ? this.#first : { ...this.#first!, problem: line.problem }
    this.#size += line.text.length
    if (this.#size <= this.#maxBytes)
      this.#parts.push(line.text.replaceAll(STRINGS_AND_BLANKS, '$1'))
    this.#depth += opened(withoutStrings(line.text))
    this.#wantsMore = line.text.trim() === '' ? this.#wantsMore : WANTS_MORE.test(line.text)
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

/** Leaves out the strings of a line; of one that the line does not end, its quote stays. */
function withoutStrings(text: string): string {
  return text.replaceAll(STRINGS, (_: string, end: string) => (end === '"' ? '' : '"'))
}

/** Counts the brackets that a text without strings leaves open; less than 0 if it closes more. */
function opened(text: string): number {
  let depth = 0
  for (const bracket of text.replaceAll(NO_BRACKETS, ''))
    depth += bracket === '{' || bracket === '[' ? 1 : -1
  return depth
}
