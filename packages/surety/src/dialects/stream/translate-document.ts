import { parseJson, type Outcome, type ReadOutcome } from '../../contract/index.ts'
import { withAllDigits } from '@surety/internal/json/json-digits.ts'
import { holdsInexactNumber, isExactNumber, TOKENS } from '@surety/internal/json/json-exactness.ts'
import { toJsonText } from '@surety/internal/json/json-text.ts'
import type { Dialect, EncodeOptions } from '../dialect.ts'
import { OpenCapture } from '../read/open-capture.ts'
import { writeWithLosses } from '../write/losses.ts'
import { type LineError, lineError } from './line-error.ts'

/** A document that was translated, as one line of text; or why it was not. */
export type TranslatedDocument =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly error: LineError }

/** Makes a function that decodes a text and encodes it in a dialect, as one line. Numbers keep their digits. */
export function createTranslator(
  read: (text: string) => Outcome | LineError,
  to: Dialect,
  options: EncodeOptions = {},
): (text: string) => TranslatedDocument {
  const how = { stow: 'plain', ...options } as const
  return (text) =>
    withDigits(text, (given) => {
      const outcome = read(given)
      if ('code' in outcome) return { ok: false, error: outcome }
      const { document } =
        how.stow === 'exact' ? writeWithLosses(to, outcome, how) : to.toDocument(outcome, how)
      return { ok: true, text: toJsonText(document ?? null) }
    })
}

/** Reads a text that is exactly one document of a dialect. */
export function readDocument(from: Dialect, text: string): ReadOutcome | LineError {
  const value = parseJson(text)
  if (value === undefined) return lineError('INVALID_JSON', 'It is not one JSON document.')
  const exit_code = from.impliedExit?.(value) ?? 0
  const outcome = from.decode(new OpenCapture({ stdout: text, stderr: '', exit_code }))
  return isMissing(outcome)
    ? lineError('WRONG_DIALECT', `The line is not a document of ${from.id}.`)
    : outcome
}

function isMissing({ ok, process, diagnostics }: ReadOutcome): boolean {
  if (ok || process.stream !== null) return false
  return diagnostics.problems.some((problem) => problem.startsWith('envelope_missing'))
}

/** Translates a text; a number that a double cannot hold keeps the digits that it has there. */
function withDigits(
  text: string,
  translate: (text: string) => TranslatedDocument,
): TranslatedDocument {
  const result = translate(text)
  if (!result.ok || !holdsInexactNumber(text)) return result
  const exact = withAllDigits(result.text, text)
  if (exact !== undefined) return { ok: true, text: exact }
  // Two of them became the same double, or one became none: here they pass as text.
  let mark = '\u2060'
  while (text.includes(mark)) mark += '\u2060'
  const marked = translate(
    text.replaceAll(TOKENS, (token) =>
      token === ':' || token.startsWith('"') || isExactNumber(token) ? token : `"${mark}${token}"`,
    ),
  )
  if (!marked.ok) return result
  return { ok: true, text: marked.text.replaceAll(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1') }
}
