import { isJsonObject, type JsonValue } from '../contract/index.ts'
import { scanDocuments, type ScanReport } from './scan-documents.ts'

/**
 * Finds JSON documents where no envelope tells an answer from noise: each is given with whether it
 * stands out, which a footnote in brackets does not.
 */
export function scanBareDocuments(
  text: string,
  visit: (value: JsonValue, source: string, standsOut: boolean, start: number) => void,
): ScanReport {
  return scanDocuments(text, (value, source, start) => {
    visit(value, source, standsOut(text, start, start + source.length, value), start)
  })
}

/**
 * Tests whether a document is an answer among noise and not a part of a sentence, such as a footnote
 * in brackets: it has its lines for itself, or it has something to say and begins or ends a line.
 */
function standsOut(text: string, start: number, end: number, value: JsonValue): boolean {
  const startsLine =
    mayBeBlank(text, start - 1) &&
    BLANK_BEFORE.test(text.slice(Math.max(0, start - MAX_INDENT), start))
  const endsLine = mayBeBlank(text, end) && BLANK_BEHIND.test(text.slice(end, end + MAX_INDENT))
  if (startsLine && endsLine) return true
  return (startsLine || endsLine) && isStructured(value)
}

/** Tells cheaply that there is something beside a document: there may be millions of them. */
function mayBeBlank(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  // Only the last letter of a code for a terminal is not blank by itself, and no text is no number.
  return !(unit > 0x20 && unit < 0x41) && !(unit > 0x7a && unit < 0xfeff)
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
