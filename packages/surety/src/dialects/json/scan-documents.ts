import { parseJson, type JsonValue, isJsonObject } from '../../contract/index.ts'
import { extentOf, OPEN_BRACE, OPEN_BRACKET, skipSpace } from './json-extent.ts'

export interface ScanReport {
  readonly cut: boolean
  /** Something began like a document and broke off. */
  readonly broken: boolean
}

export type Visit = (value: JsonValue, text: string, start: number) => void

export type Wants = (start: number, end: number) => boolean

/**
 * Finds the JSON objects and arrays in any text, in order and among any noise. The work is linear in
 * the length of the text. Documents inside broken ones do not count: a member of a failure that was
 * cut off must not count as an answer.
 */
export function scanDocuments(source: string, visit: Visit, wants: Wants = () => true): ScanReport {
  const start = source.startsWith('\uFEFF') ? 1 : 0
  const text = start === 0 ? source : source.slice(1)
  const whole = parseWhole(text)
  if (whole === undefined) return text === '' ? INTACT : scan(source, start, visit, wants)
  visit(whole, text, start)
  return INTACT
}

const INTACT: ScanReport = { cut: false, broken: false }

function scan(text: string, start: number, visit: Visit, wants: Wants): ScanReport {
  const nextOpener = openersIn(text)
  let broken = false
  let atLineStartOnly = false
  let at = nextOpener(start)
  while (at >= 0) {
    if (atLineStartOnly && !isLineStart(text, at)) {
      const line = text.indexOf('\n', at)
      at = line < 0 ? -1 : nextOpener(line + 1)
      continue
    }
    const extent = extentOf(text, at)
    if (extent.kind === 'cut') {
      const isDocument = extent.isDocument || extent.stringStart >= 0
      return { cut: isDocument, broken: broken || isDocument }
    }
    if (extent.kind === 'complete') {
      const slice = text.slice(at, extent.end)
      const value = wants(at, extent.end) ? parseJson(slice) : undefined
      if (value !== undefined) visit(value, slice, at)
      atLineStartOnly = false
      at = nextOpener(extent.end)
      continue
    }
    if (extent.isDocument) {
      broken = true
      atLineStartOnly = true
    }
    at = nextOpener(resumeAt(at, extent.end, extent.isDocument ? -1 : extent.stringStart))
  }
  return { cut: false, broken }
}

/** Resumes inside what looked like a string: a stray quote may have hidden a bracket. */
function resumeAt(start: number, end: number, stringStart: number): number {
  return stringStart > start ? stringStart + 1 : Math.max(end, start + 1)
}

function isLineStart(text: string, at: number): boolean {
  return at === 0 || /[\n\r]/.test(text[at - 1]!) || (at === 1 && text.startsWith('\uFEFF'))
}

/** Parses text that is exactly one document, as most streams are; undefined for any other text. */
function parseWhole(text: string): JsonValue | undefined {
  const first = text.charCodeAt(skipSpace(text, 0))
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return undefined
  const last = text.slice(-256).trimEnd().at(-1)
  if (last !== '}' && last !== ']') return undefined
  return isSafeToParse(text) ? parseJson(text) : undefined
}

/** A parser builds everything before a syntax error, which would fill the memory; scanning takes none. */
function isSafeToParse(text: string): boolean {
  if (text.length <= MAX_UNCHECKED) return true
  return extentOf(text, text.search(/\S/)).kind === 'complete'
}

const MAX_UNCHECKED = 1024 * 1024

/** Makes a function that finds the next bracket; each kind is looked for from where the last one was. */
function openersIn(text: string): (from: number) => number {
  let brace = -2
  let bracket = -2
  const advance = (known: number, wanted: string, from: number) =>
    known === -1 || known >= from ? known : text.indexOf(wanted, from)
  return (from) => {
    brace = advance(brace, '{', from)
    bracket = advance(bracket, '[', from)
    return brace < 0 || bracket < 0 ? Math.max(brace, bracket) : Math.min(brace, bracket)
  }
}

/** Finds JSON documents where no envelope distinguishes an answer from noise, and tells which stand out. */
export function scanBareDocuments(
  text: string,
  visit: (value: JsonValue, source: string, standsOut: boolean, start: number) => void,
  wants?: Wants,
): ScanReport {
  const visitEach = (value: JsonValue, source: string, start: number): void => {
    visit(value, source, standsOut(text, start, start + source.length, value), start)
  }
  return scanDocuments(text, visitEach, wants)
}

/** Quickly tests whether a document may stand out, before it is parsed. */
export function mayStandOut(text: string, start: number, end: number): boolean {
  return startsLine(text, start) || endsLine(text, end)
}

/** Tests whether a document is an answer and not part of a sentence, such as a footnote in brackets. */
function standsOut(text: string, start: number, end: number, value: JsonValue): boolean {
  const starts = startsLine(text, start)
  const ends = endsLine(text, end)
  return (starts && ends) || ((starts || ends) && isStructured(value))
}

/** How far from a document the end of its line is looked for. */
const MAX_INDENT = 64
/** Blanks, control characters and byte order marks, and the codes that colour a terminal. */
const BLANKS = String.raw`(?:\x1b\[[\d;?]*[A-Za-z]|[\0-\x20\uFEFF])*`
const LINE_START = new RegExp(`(?:^|[\n\r])${BLANKS}$`)
const LINE_END = new RegExp(`^${BLANKS}(?:[\n\r]|$)`)

function startsLine(text: string, start: number): boolean {
  return LINE_START.test(text.slice(Math.max(0, start - MAX_INDENT), start))
}

function endsLine(text: string, end: number): boolean {
  return LINE_END.test(text.slice(end, end + MAX_INDENT))
}

function isStructured(value: JsonValue): boolean {
  if (isJsonObject(value)) return Object.keys(value).length > 0
  return (
    Array.isArray(value) &&
    (value as readonly JsonValue[]).some((item) => typeof item === 'object' && item !== null)
  )
}
