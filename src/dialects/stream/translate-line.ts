import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ReadOutcome,
} from '../../contract/index.ts'
import type { Dialect, Encoder, Loss, StowMode } from '../dialect.ts'
import type { WrittenPlaces } from '../places.ts'
import { RESERVED } from '../write/loss-ledger.ts'
import { ParsedLine } from '../read/parsed-line.ts'
import { withUnplaced } from '../write/unplaced-losses.ts'
import { holdsInexact } from './scan/inexact-numbers.ts'
import { lineError, type LineError } from './line-error.ts'
import { payloadText } from './learn/payload-text.ts'

/** The result of translating one line. */
export type LineResult =
  | {
      readonly ok: true
      readonly text: string
      /** What the line says, whatever its dialect. */
      readonly outcome: ReadOutcome
      /** The stream and exit number of a process in the target dialect. */
      readonly stream: 'stdout' | 'stderr'
      readonly exit_code: number
      readonly losses: readonly Loss[]
      /** Codes of problems that did not prevent reading. */
      readonly problems: readonly string[]
    }
  | { readonly ok: false; readonly error: LineError }

/** Translates single documents by parsing them; a line must be valid JSON. */
export interface LineTranslator {
  translate(line: string): LineResult
}

/**
 * Makes a translator of single lines, which goes through the outcome. The text of the payload is
 * copied as it was written if its place is known: spacing, spelling of numbers, escapes, order and
 * repetition of members stay, and nothing is rounded. If a dialect demands a time and a line has none,
 * all lines get the time when the translator was made.
 */
export function createLineTranslator(
  from: Dialect,
  to: Encoder,
  now: () => Date = () => new Date(),
  stow: StowMode = 'plain',
): LineTranslator {
  const source = from.readPlaces
  const target = to.writtenPlaces
  const last = new Set([RESERVED, ...(target?.last ?? [])])
  const time = now()
  const options = {
    stow,
    now: () => time,
    ...(from.meaning && { meaning: from.meaning }),
  } as const
  return {
    translate(line) {
      const capture = new ParsedLine(line)
      const read = capture.document ?? (JSON.parse(line) as JsonValue)
      if (from.impliedExit) capture.exit_code = from.impliedExit(read)
      const outcome = from.decode(capture)
      if (isMissing(outcome)) {
        return {
          ok: false,
          error: lineError('WRONG_DIALECT', `The line is not a document of ${from.id}.`),
        }
      }
      const { document, stream, exit_code, losses } = to.toDocument(outcome, options)
      const place = target && findPlace(document, outcome.data, target)
      const isFree = source && place && canBeSpelt(outcome.data)
      const raw = isFree ? payloadText(capture, read, source, outcome.data) : undefined
      const text = toText(document, outcome.data, place, raw, last)
      const problems = problemsOf(outcome, from)
      return {
        ok: true,
        text,
        outcome,
        stream,
        exit_code,
        losses: withUnplaced(outcome, losses),
        problems: holdsInexact(line, raw && bareText(raw)) ? [...problems, INEXACT] : problems,
      }
    },
  }
}

/** Problems of a process. A line of a log has neither an exit number nor a second stream. */
const OF_THE_PROCESS: ReadonlySet<string> = new Set([
  'ok_contradicts_exit',
  'type_contradicts_exit',
  'body_contradicts_exit',
  'error_contradicts_exit',
  'exit_contradicts',
  'exit_outside_contract',
  'wrong_stream',
])

function problemsOf({ diagnostics }: ReadOutcome, from: Dialect): readonly string[] {
  if (diagnostics.problems.length === 0) return NONE
  const codes = new Set(diagnostics.problems.map((problem) => problem.split(':', 1)[0]!))
  // A document that is read with its implied exit number can really contradict it.
  if (!from.impliedExit) for (const code of OF_THE_PROCESS) codes.delete(code)
  return [...codes]
}

const NONE: readonly string[] = []

function isMissing({ ok, process, diagnostics }: ReadOutcome): boolean {
  if (ok || process.stream !== null) return false
  return diagnostics.problems.some((problem) => problem.startsWith('envelope_missing'))
}

/** The problem of a number that parsing changes; payloads are not parsed. */
const INEXACT = 'number_inexact'

/** Removes the brackets of a payload, which its line may not have. */
function bareText(raw: string): string {
  return raw.startsWith('{') || raw.startsWith('[') ? raw.slice(1, -1) : raw
}

/** Tests for a value that can be written in several ways. */
function canBeSpelt(value: JsonValue): boolean {
  return value !== null && typeof value !== 'boolean'
}

/** How a document holds the payload: as a whole, in a member, or as members beside its own. */
type WrittenPlace = { readonly is: 'all' | 'beside' } | { readonly is: 'in'; readonly name: string }

function findPlace(
  document: JsonValue | undefined,
  data: JsonValue,
  { member }: WrittenPlaces,
): WrittenPlace | undefined {
  if (member === undefined && document === data) return { is: 'all' }
  if (!isJsonObject(document)) return undefined
  const name = member ?? 'data'
  if (Object.hasOwn(document, name) && document[name] === data) return { is: 'in', name }
  if (member !== undefined || !isJsonObject(data)) return undefined
  const entries = Object.entries(data)
  const isBeside = entries.every(
    ([key, value]) => Object.hasOwn(document, key) && document[key] === value,
  )
  return isBeside && entries.length > 0 ? { is: 'beside' } : undefined
}

function toText(
  document: JsonValue | undefined,
  data: JsonValue,
  place: WrittenPlace | undefined,
  raw: string | undefined,
  last: ReadonlySet<string>,
): string {
  if (raw === undefined || !place) return JSON.stringify(document ?? null)
  if (place.is === 'all') return raw
  // JavaScript puts numeric names first, so the order is made here.
  let before = ''
  let after = ''
  const members = document as JsonObject
  for (const key of Object.keys(members)) {
    if (place.is === 'in' && key === place.name) before += `,${JSON.stringify(key)}:${raw}`
    else if (place.is === 'in' || !Object.hasOwn(data as JsonObject, key)) {
      const text = valueText(members[key])
      if (text === undefined) continue
      const member = `,${JSON.stringify(key)}:${text}`
      if (place.is === 'beside' && last.has(key)) after += member
      else before += member
    }
  }
  const payload = place.is === 'beside' ? `,${raw.slice(1, -1)}` : ''
  return `{${(before + payload + after).slice(1)}}`
}

/** Writes a value; the frequent ones without JSON.stringify, which is slower. */
function valueText(value: JsonValue | undefined): string | undefined {
  if (value === true) return 'true'
  if (value === false) return 'false'
  if (value === null) return 'null'
  return JSON.stringify(value)
}
