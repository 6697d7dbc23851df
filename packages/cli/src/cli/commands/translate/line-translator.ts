import { holdsInexactNumber } from '@surety/internal/json/json-exactness.ts'
import { withAllDigits } from '@surety/internal/json/json-digits.ts'
import { objectOf, parseJson, type Outcome, type ReadOutcome } from 'surety/unstable/contract'
import {
  createTranslator,
  encode,
  readDocument,
  type Dialect,
  type EncodeOptions,
  type TranslatedDocument,
} from 'surety/unstable/dialects'
import { parseOutcome } from './parse-outcome.ts'

/** Makes a function that translates one document: of a dialect, or an outcome as `decode` gives it. */
export function createLineTranslator(
  from: Dialect | undefined,
  to: Dialect,
  how: EncodeOptions,
  writesCaptures: boolean,
): (text: string) => TranslatedDocument {
  const options = from?.meaning ? { meaning: from.meaning, ...how } : how
  const read = (text: string) => (from === undefined ? readOutcome(text) : readDocument(from, text))
  if (!writesCaptures) return createTranslator(read, to, options)
  return (text) => {
    const outcome = read(text)
    if ('code' in outcome) return { ok: false, error: outcome }
    const { stdout, stderr, exit_code, losses } = encode(outcome, to, { ...options, losses: true })
    const digits = (printed: string) =>
      (holdsInexactNumber(text) ? withAllDigits(printed, text) : undefined) ?? printed
    const capture = {
      id: from === undefined ? objectOf(parseJson(text))['id'] : undefined,
      dialect: to.id,
      stdout: digits(stdout),
      stderr: digits(stderr),
      exit_code,
      losses,
      problems: from && (outcome as ReadOutcome).diagnostics.problems,
    }
    return { ok: true, text: JSON.stringify(capture) }
  }
}

function readOutcome(text: string): Outcome | { readonly code: string; readonly message: string } {
  const code = 'NOT_AN_OUTCOME'
  const value = parseJson(text)
  if (value === undefined) return { code, message: 'It is not one JSON document.' }
  const parsed = parseOutcome(value)
  if (parsed.ok) return parsed.outcome
  const { pointer, message } = parsed.problems[0]!
  return { code, message: `It is not an outcome: ${pointer}${pointer && ': '}${message}.` }
}
