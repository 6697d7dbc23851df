import { parseJson, type JsonValue } from '../../contract/index.ts'
import { extentOf, OPEN_BRACE, OPEN_BRACKET, placeAfterStray, skipSpace } from './json-extent.ts'

/** What a scan found besides documents. */
export interface ScanReport {
  /** The text ends inside a document. */
  readonly cut: boolean
  /** Something began like a document and broke off. */
  readonly broken: boolean
}

/** Receives a document with its source text and where that starts. */
export type Visit = (value: JsonValue, text: string, start: number) => void

/**
 * Returns whether a document is needed; others are skipped without parsing. It may also be called
 * before it is known whether the text is a document.
 */
export type Wants = (start: number, end: number, isDocument: boolean) => boolean

/**
 * Finds the JSON objects and arrays in any text, in order and among any noise. The work is linear in
 * the length of the text. Documents inside broken ones do not count: a member of a failure that was
 * cut off must not count as an answer.
 */
export function scanDocuments(source: string, visit: Visit, wants: Wants = ALL): ScanReport {
  const start = source.startsWith('\uFEFF') ? 1 : 0
  const text = start === 0 ? source : source.slice(1)
  const whole = parseWhole(text)
  if (whole === undefined) return text === '' ? INTACT : scan(source, start, visit, wants)
  visit(whole, text, start)
  return INTACT
}

const INTACT: ScanReport = { cut: false, broken: false }

const ALL: Wants = () => true

function scan(text: string, start: number, visit: Visit, wants: Wants): ScanReport {
  const openers = new Nearest(text, '{', '[')
  const lineEnds = new Nearest(text, '\n', '\r')
  let broken = false
  let atLineStartOnly = false
  let refused = 0
  let at = openers.next(start)
  while (at >= 0) {
    if (atLineStartOnly && !isLineStart(text, at)) {
      const line = text.indexOf('\n', at)
      at = line < 0 ? -1 : openers.next(line + 1)
      continue
    }
    const stray = placeAfterStray(text, at)
    if (stray >= 0) {
      at = openers.next(stray)
      continue
    }
    const mayBeLine = refused < MAX_REFUSED && isLineStart(text, at)
    const line = mayBeLine ? lineAt(text, at, lineEnds.next(at)) : undefined
    if (line !== undefined && wants(at, at + line.length, false)) {
      const value = parse(line)
      if (value !== undefined) {
        visit(value, line, at)
        atLineStartOnly = false
        at = openers.next(at + line.length)
        continue
      }
      refused += 1
    }
    const extent = extentOf(text, at)
    if (extent.kind === 'cut') {
      const isDocument = extent.isDocument || extent.stringStart >= 0
      return { cut: isDocument, broken: broken || isDocument }
    }
    if (extent.kind === 'complete') {
      const slice = text.slice(at, extent.end)
      const value = wants(at, extent.end, true) ? parse(slice) : undefined
      if (value !== undefined) visit(value, slice, at)
      atLineStartOnly = false
      at = openers.next(extent.end)
      continue
    }
    if (extent.isDocument) {
      broken = true
      atLineStartOnly = true
    }
    at = openers.next(resumeAt(at, extent.end, extent.isDocument ? -1 : extent.stringStart))
  }
  return { cut: false, broken }
}

/**
 * A failed parse costs as much as a thousand characters. After this many lines that only look like
 * documents, every line is scanned before it is parsed.
 */
const MAX_REFUSED = 64

/** Resumes inside what looked like a string: a stray quote may have hidden a bracket. */
function resumeAt(start: number, end: number, stringStart: number): number {
  return stringStart > start ? stringStart + 1 : Math.max(end, start + 1)
}

function isLineStart(text: string, at: number): boolean {
  if (at === 0) return true
  const before = text.charCodeAt(at - 1)
  return before === LF || before === CR || (at === 1 && before === BYTE_ORDER_MARK)
}

/** Parses text that is exactly one document, as most streams are; undefined for any other text. */
function parseWhole(text: string): JsonValue | undefined {
  const first = text.charCodeAt(skipSpace(text, 0))
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return undefined
  const last = text.slice(-256).trimEnd().at(-1)
  return last === '}' || last === ']' ? parse(text) : undefined
}

const LF = 0x0a
const CR = 0x0d
const BYTE_ORDER_MARK = 0xfeff

/** Returns the rest of the line if it may be one document. */
function lineAt(text: string, at: number, lineEnd: number): string | undefined {
  const line = text.slice(at, lineEnd < 0 ? text.length : lineEnd).trimEnd()
  return line.endsWith('}') || line.endsWith(']') ? line : undefined
}

function parse(text: string): JsonValue | undefined {
  // A fast path: a flood of empty documents is cheap to print.
  if (text === '{}') return {}
  if (text === '[]') return []
  if (!isSafeToParse(text)) return undefined
  // Undefined: not a document; the strict scan finds where it ends.
  return parseJson(text)
}

/**
 * A parser builds everything before a syntax error, so a long text with an error at its end would fill
 * the memory for nothing. Scanning it first takes no memory.
 */
function isSafeToParse(text: string): boolean {
  if (text.length <= MAX_UNCHECKED) return true
  return extentOf(text, text.search(/\S/)).kind === 'complete'
}

const MAX_UNCHECKED = 1024 * 1024

/** Finds the nearest of two characters and looks at each position once. */
class Nearest {
  readonly #text: string
  readonly #one: string
  readonly #other: string
  #nextOne = -2
  #nextOther = -2

  constructor(text: string, one: string, other: string) {
    this.#text = text
    this.#one = one
    this.#other = other
  }

  next(from: number): number {
    this.#nextOne = this.#advance(this.#nextOne, this.#one, from)
    this.#nextOther = this.#advance(this.#nextOther, this.#other, from)
    if (this.#nextOne < 0) return this.#nextOther
    return this.#nextOther < 0 ? this.#nextOne : Math.min(this.#nextOne, this.#nextOther)
  }

  #advance(known: number, wanted: string, from: number): number {
    return known === -1 || known >= from ? known : this.#text.indexOf(wanted, from)
  }
}
