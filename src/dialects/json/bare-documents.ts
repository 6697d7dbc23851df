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

const MAX_INDENT = 64
const LF = 0x0a
const CR = 0x0d
const ESCAPE = 0x1b
const OPEN_BRACKET = 0x5b

/** Tests whether only blanks precede a position on its line. */
function startsLine(text: string, start: number): boolean {
  const limit = Math.max(0, start - MAX_INDENT)
  let at = start - 1
  while (at >= limit) {
    const unit = text.charCodeAt(at)
    if (unit === LF || unit === CR) return true
    if (!isBlank(unit)) {
      at = startOfCode(text, at)
      if (at < limit) return false
    }
    at -= 1
  }
  return true
}

/** Tests whether only blanks follow a position on its line. */
function endsLine(text: string, end: number): boolean {
  const limit = Math.min(text.length, end + MAX_INDENT)
  let at = end
  while (at < limit) {
    const unit = text.charCodeAt(at)
    if (unit === LF || unit === CR) return true
    if (!isBlank(unit)) return false
    at = unit === ESCAPE ? endOfCode(text, at) : at + 1
  }
  return true
}

/** Tests for blanks, control characters and byte order marks. */
function isBlank(unit: number): boolean {
  return unit <= 0x20 || unit === 0xfeff
}

/** Returns where the terminal code that ends at a position starts; -1 if there is none. */
function startOfCode(text: string, end: number): number {
  if (!isLetter(text.charCodeAt(end))) return -1
  let at = end - 1
  while (isParameter(text.charCodeAt(at))) at -= 1
  const isCode = text.charCodeAt(at) === OPEN_BRACKET && text.charCodeAt(at - 1) === ESCAPE
  return isCode ? at - 1 : -1
}

/** Returns the position after a terminal code, or after the escape character if it starts none. */
function endOfCode(text: string, start: number): number {
  if (text.charCodeAt(start + 1) !== OPEN_BRACKET) return start + 1
  let at = start + 2
  while (isParameter(text.charCodeAt(at))) at += 1
  return isLetter(text.charCodeAt(at)) ? at + 1 : start + 1
}

function isLetter(unit: number): boolean {
  const upper = unit & ~0x20
  return upper > 0x40 && upper < 0x5b
}

/** Tests for a digit, a semicolon or a question mark. */
function isParameter(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || unit === 0x3b || unit === 0x3f
}

function isStructured(value: JsonValue): boolean {
  if (isJsonObject(value)) return Object.keys(value).length > 0
  return (
    Array.isArray(value) &&
    (value as readonly JsonValue[]).some((item) => typeof item === 'object' && item !== null)
  )
}
