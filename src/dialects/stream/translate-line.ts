import {
  ERROR_CODES,
  EXIT_CODE_TABLES,
  isErrorCode,
  isFailureName,
  isJsonObject,
  isSignalExitName,
  SIGNAL_EXITS,
} from '../../contract/index.ts'
import type { Generation, JsonObject, JsonValue, ReadOutcome } from '../../contract/index.ts'
import type { Dialect, Encoder, Loss } from '../dialect.ts'
import { RESERVED } from '../write/loss-ledger.ts'
import { ParsedLine } from '../read/parsed-line.ts'
import { withUnplaced } from '../write/unplaced-losses.ts'
import { holdsInexact } from './scan/inexact-numbers.ts'
import { lineError, type LineError } from './line-error.ts'
import { payloadPlace, payloadSource, type PayloadPlace } from './learn/payload-place.ts'
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
  const source = payloadSource(from)
  const target = payloadPlace(to)
  const generation = GENERATIONS[from.id]
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
      // A spec reader goes by the exit number, which a document does not carry.
      if (generation) capture.exit_code = impliedExit(read, generation)
      const outcome = from.decode(capture)
      if (isMissing(outcome)) {
        return {
          ok: false,
          error: lineError('WRONG_DIALECT', `The line is no document of ${from.id}.`),
        }
      }
      const { document, stream, exit_code, losses } = to.toDocument(outcome, options)
      const place = target && findPlace(document, outcome.data, target)
      const isFree = source && place && canBeSpelt(outcome.data)
      const raw = isFree ? payloadText(capture, read, source, outcome.data) : undefined
      const text = toText(document, outcome.data, place, raw)
      const problems = problemsOf(outcome, from.id)
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

const GENERATIONS: Readonly<Record<string, Generation>> = { 'spec-1.0': '1.0', 'spec-1.6': '1.6' }

/** The exit number that a spec document would have had, as far as its error tells. */
function impliedExit(document: JsonValue, generation: Generation): number {
  // Without the key it is no envelope of the contract, whatever the number.
  if (!isJsonObject(document) || !Object.hasOwn(document, 'error')) return 0
  const error = document['error'] ?? null
  if (error === null && document['ok'] !== false) return 0
  const table = EXIT_CODE_TABLES[generation]
  if (!isJsonObject(error)) return table.GENERAL_ERROR.number
  const { code, redirect } = error
  if (isJsonObject(redirect)) return table.REDIRECTED.number
  if (typeof code !== 'string') return table.GENERAL_ERROR.number
  if (isFailureName(code)) return table[code].number
  const exit = isErrorCode(code) ? ERROR_CODES[code].exit : 'GENERAL_ERROR'
  if (isSignalExitName(exit)) return SIGNAL_EXITS[exit].number
  // Without its redirect this exit would break the contract.
  return table[exit === 'REDIRECTED' ? 'GENERAL_ERROR' : exit].number
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

function problemsOf({ diagnostics }: ReadOutcome, dialect: string): readonly string[] {
  if (diagnostics.problems.length === 0) return NONE
  const codes = new Set(diagnostics.problems.map((problem) => problem.split(':', 1)[0]!))
  // A spec document is read with the number that goes with it, so what contradicts that is real.
  if (!Object.hasOwn(GENERATIONS, dialect)) for (const code of OF_THE_PROCESS) codes.delete(code)
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
  { member }: PayloadPlace,
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
): string {
  if (raw === undefined || !place) return JSON.stringify(document ?? null)
  if (place.is === 'all') return raw
  // Numbers as names come first in an object, whoever set them: the order is made here.
  let first = ''
  let last = ''
  const members = document as JsonObject
  for (const key of Object.keys(members)) {
    if (place.is === 'in' && key === place.name) first += `,${JSON.stringify(key)}:${raw}`
    else if (place.is === 'in' || !Object.hasOwn(data as JsonObject, key)) {
      const text = valueText(members[key])
      if (text === undefined) continue
      const member = `,${JSON.stringify(key)}:${text}`
      if (place.is === 'beside' && LAST.has(key)) last += member
      else first += member
    }
  }
  const payload = place.is === 'beside' ? `,${raw.slice(1, -1)}` : ''
  return `{${(first + payload + last).slice(1)}}`
}

/** Writes a value; those of which there are many are not worth the way through a writer of JSON. */
function valueText(value: JsonValue | undefined): string | undefined {
  if (value === true) return 'true'
  if (value === false) return 'false'
  if (value === null) return 'null'
  return JSON.stringify(value)
}

/** What stands behind the payload's members; the rest of an envelope precedes them. */
const LAST: ReadonlySet<string> = new Set([RESERVED, 'cta'])
