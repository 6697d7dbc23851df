import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ReadOutcome,
} from '../../contract/index.ts'
import type { Dialect, Encoder, Loss } from '../dialect.ts'
import type { WrittenPlaces } from '../places.ts'
import { RESERVED } from '../write/loss-ledger.ts'
import { ParsedLine } from '../read/parsed-line.ts'
import { withUnplaced } from '../write/unplaced-losses.ts'
import { holdsInexact } from './scan/inexact-numbers.ts'
import { lineError, type LineError } from './line-error.ts'
import { payloadText } from './learn/payload-text.ts'

/** What became of one line. */
export type LineResult =
  | {
      readonly ok: true
      readonly text: string
      /** What the line says, whatever its dialect. */
      readonly outcome: ReadOutcome
      /** Where and with which number a process would have said it in the other dialect. */
      readonly stream: 'stdout' | 'stderr'
      readonly exit_code: number
      readonly losses: readonly Loss[]
      /** Codes of what was wrong with the line and did not keep it from being read. */
      readonly problems: readonly string[]
    }
  | { readonly ok: false; readonly error: LineError }

/** Turns documents of one dialect into another's, the careful way; a line has to be valid JSON. */
export interface LineTranslator {
  translate(line: string): LineResult
}

/**
 * Makes a translator of single lines, by way of the outcome. Where the source has a member for the
 * whole payload, its text is copied as it was written, brackets or only members: spacing, spelling
 * of numbers, escapes, order and repetition of members stay, and nothing is rounded. Where a
 * dialect wants a time and a line has none, all lines get the same: when the translator was made.
 */
export function createLineTranslator(
  from: Dialect,
  to: Encoder,
  now: () => Date = () => new Date(),
): LineTranslator {
  const source = from.readPlaces
  const target = to.writtenPlaces
  const last = new Set([RESERVED, ...(target?.last ?? [])])
  const time = now()
  const options = {
    stow: 'exact',
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

/** A line has neither an exit number nor a second stream, so nothing can be wrong with them. */
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
  // A document that is read with the number that goes with it may really contradict that.
  if (!from.impliedExit) for (const code of OF_THE_PROCESS) codes.delete(code)
  return [...codes]
}

const NONE: readonly string[] = []

function isMissing({ ok, process, diagnostics }: ReadOutcome): boolean {
  if (ok || process.stream !== null) return false
  return diagnostics.problems.some((problem) => problem.startsWith('envelope_missing'))
}

/** The code of a number that does not survive being parsed; that of a payload never is. */
const INEXACT = 'number_inexact'

/** The text of a payload without the brackets that it may not have had in its line. */
function bareText(raw: string): string {
  return raw.startsWith('{') || raw.startsWith('[') ? raw.slice(1, -1) : raw
}

/** Tests for a value that can be written in more ways than one. */
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
  // Numbers as names come first in an object, whoever set them: the order is made here.
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

/** Writes a value; those of which there are many are not worth the way through a writer of JSON. */
function valueText(value: JsonValue | undefined): string | undefined {
  if (value === true) return 'true'
  if (value === false) return 'false'
  if (value === null) return 'null'
  return JSON.stringify(value)
}
