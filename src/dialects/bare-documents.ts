import { isJsonObject, type JsonValue } from '../contract/index.ts'
import { scanDocuments, type ScanReport, type Wants } from './scan-documents.ts'

/**
 * Finds JSON documents where no envelope tells an answer from noise: each is given with whether it
 * stands out, which a footnote in brackets does not.
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

/** Tells cheaply whether a document may stand out, before it is parsed: there may be millions of them. */
export function mayStandOut(text: string, start: number, end: number): boolean {
  return mayEndBlank(text.charCodeAt(start - 1)) || mayBeginBlank(text.charCodeAt(end))
}

/**
 * Tests whether a document is an answer among noise and not a part of a sentence, such as a footnote
 * in brackets: it has its lines for itself, or it has something to say and begins or ends a line.
 */
function standsOut(text: string, start: number, end: number, value: JsonValue): boolean {
  const startsLine =
    mayEndBlank(text.charCodeAt(start - 1)) &&
    BLANK_BEFORE.test(text.slice(Math.max(0, start - MAX_INDENT), start))
  const endsLine =
    mayBeginBlank(text.charCodeAt(end)) && BLANK_BEHIND.test(text.slice(end, end + MAX_INDENT))
  if (startsLine && endsLine) return true
  return (startsLine || endsLine) && isStructured(value)
}

/** Tests for what blanks begin with; no character at all is no number. */
function mayBeginBlank(unit: number): boolean {
  return !(unit > 0x20) || unit === 0xfeff
}

/** Tests for what blanks end with, which is a letter for a code of a terminal. */
function mayEndBlank(unit: number): boolean {
  const letter = unit & ~0x20
  return mayBeginBlank(unit) || (letter > 0x40 && letter < 0x5b)
}

/** Blanks, control characters, marks of byte order and codes for a terminal say nothing. */
const BLANK =
  '(?:\\u001b\\[[0-9;?]*[A-Za-z]|[\\u0000-\\u0009\\u000b\\u000c\\u000e-\\u0020\\ufeff])*'
const BLANK_BEFORE = new RegExp(`(?:^|[\\r\\n])${BLANK}$`)
const BLANK_BEHIND = new RegExp(`^${BLANK}(?:$|[\\r\\n])`)
const MAX_INDENT = 64

function isStructured(value: JsonValue): boolean {
  if (isJsonObject(value)) return Object.keys(value).length > 0
  return (
    Array.isArray(value) &&
    (value as readonly JsonValue[]).some((item) => typeof item === 'object' && item !== null)
  )
}
