import type { JsonValue } from '../contract/index.ts'
import { extentOf, placeAfterStray } from './json-extent.ts'

/** What a scan came across besides documents. */
export interface ScanReport {
  /** The text ends inside a document. */
  readonly cut: boolean
  /** Something began like a document and broke off. */
  readonly broken: boolean
}

/** Takes one document that the scan found; `text` is its source. */
export type Visit = (value: JsonValue, text: string) => void

/**
 * Finds the JSON objects and arrays in any text, in order, among noise of any kind. The work grows
 * with the length of the text and with nothing else. Documents inside broken ones do not count: a
 * member of a cut failure must not pass for an answer.
 */
export function scanDocuments(source: string, visit: Visit): ScanReport {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source
  const whole = parseWhole(text)
  if (whole !== undefined) {
    visit(whole, text)
    return { cut: false, broken: false }
  }
  return scan(text, visit)
}

function scan(text: string, visit: Visit): ScanReport {
  const openers = new Openers(text)
  let broken = false
  let atLineStartOnly = false
  let at = openers.next(0)
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
    const line = parseLine(text, at)
    if (line) {
      visit(line.value, line.text)
      atLineStartOnly = false
      at = openers.next(at + line.text.length)
      continue
    }
    const extent = extentOf(text, at)
    if (extent.kind === 'cut') {
      const isDocument = extent.isDocument || extent.stringStart >= 0
      return { cut: isDocument, broken: broken || isDocument }
    }
    if (extent.kind === 'complete') {
      const slice = text.slice(at, extent.end)
      const value = parse(slice)
      if (value !== undefined) visit(value, slice)
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

/** A stray quote may have hidden an opening bracket in what looked like a string. */
function resumeAt(start: number, end: number, stringStart: number): number {
  return stringStart > start ? stringStart + 1 : Math.max(end, start + 1)
}

function isLineStart(text: string, at: number): boolean {
  return at === 0 || text.charCodeAt(at - 1) === 0x0a || text.charCodeAt(at - 1) === 0x0d
}

/** Reads text that is one document and nothing else, as most streams are; undefined for any other. */
export function parseWhole(text: string): JsonValue | undefined {
  const first = text.slice(0, 256).trimStart()[0]
  if (first !== '{' && first !== '[') return undefined
  const last = text.slice(-256).trimEnd().at(-1)
  return last === '}' || last === ']' ? parse(text) : undefined
}

/** One document to a line is the usual case among several. */
function parseLine(
  text: string,
  at: number,
): { readonly value: JsonValue; readonly text: string } | undefined {
  if (!isLineStart(text, at)) return undefined
  const end = text.indexOf('\n', at)
  const line = text.slice(at, end < 0 ? text.length : end).trimEnd()
  if (!line.endsWith('}') && !line.endsWith(']')) return undefined
  const value = parse(line)
  return value === undefined ? undefined : { value, text: line }
}

function parse(text: string): JsonValue | undefined {
  if (!isSafeToParse(text)) return undefined
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    // Not a document after all; the strict scan finds out where it ends.
    return undefined
  }
}

/** A parser keeps a record of every open bracket, so a flood of them would fill the memory. */
function isSafeToParse(text: string): boolean {
  if (text.length <= MAX_OPENERS) return true
  let count = 0
  for (const opener of '[{') {
    for (let at = text.indexOf(opener); at >= 0; at = text.indexOf(opener, at + 1)) {
      count += 1
      if (count > MAX_OPENERS) return extentOf(text, text.search(/\S/)).kind === 'complete'
    }
  }
  return true
}

const MAX_OPENERS = 1_000_000

/** Finds opening brackets of both kinds in order, looking at each place once. */
class Openers {
  readonly #text: string
  #brace = -2
  #bracket = -2

  constructor(text: string) {
    this.#text = text
  }

  next(from: number): number {
    this.#brace = this.#advance(this.#brace, '{', from)
    this.#bracket = this.#advance(this.#bracket, '[', from)
    if (this.#brace < 0) return this.#bracket
    return this.#bracket < 0 ? this.#brace : Math.min(this.#brace, this.#bracket)
  }

  #advance(known: number, opener: string, from: number): number {
    return known === -1 || known >= from ? known : this.#text.indexOf(opener, from)
  }
}
