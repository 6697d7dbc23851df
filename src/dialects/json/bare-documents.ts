import { isJsonObject, type JsonValue } from '../../contract/index.ts'
import { scanDocuments, type ScanReport, type Wants } from './scan-documents.ts'

/**
 * Finds JSON documents where no envelope distinguishes an answer from noise. Each is reported with
 * whether it stands out; a footnote in brackets does not.
 */
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

/**
 * Tests whether a document is an answer and not part of a sentence, such as a footnote in brackets: it
 * has its lines to itself, or it is not empty and starts or ends a line.
 */
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
