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
import { setMember } from '../../internal/json-members.ts'
import type { Dialect, Encoder, Loss } from '../dialect.ts'
import { RESERVED } from '../ledger.ts'
import { lineError, type LineError } from './line-error.ts'
import { memberText } from './member-text.ts'
import { payloadPlace } from './payload-place.ts'

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
      /** Whether the payload's own text stands in the payload's member of the result. */
      readonly isVerbatim: boolean
    }
  | { readonly ok: false; readonly error: LineError }

/** Turns documents of one dialect into another's, the careful way; a line has to be valid JSON. */
export interface LineTranslator {
  translate(line: string): LineResult
}

/**
 * Makes a translator of single lines, by way of the outcome. Where both dialects have a member for
 * the whole payload, its text is copied as it was written: spacing, spelling of numbers, escapes,
 * order and repetition of members stay, and nothing is rounded.
 */
export function createLineTranslator(from: Dialect, to: Encoder): LineTranslator {
  const source = payloadPlace(from)?.member
  const target = payloadPlace(to)?.member
  const generation = GENERATIONS[from.id]
  const options = { stow: 'exact', ...(from.meaning && { meaning: from.meaning }) } as const
  return {
    translate(line) {
      let outcome = from.decode({ stdout: line, stderr: '', exit_code: 0 })
      if (generation && contradictsZero(outcome)) {
        // A spec reader goes by the exit number, which a document does not carry.
        outcome = from.decode({
          stdout: line,
          stderr: '',
          exit_code: impliedExit(line, generation),
        })
      }
      if (isMissing(outcome)) {
        return {
          ok: false,
          error: lineError('WRONG_DIALECT', `The line is no document of ${from.id}.`),
        }
      }
      const { document, stream, exit_code, losses } = to.toDocument(outcome, options)
      const raw =
        source !== undefined && target !== undefined && isJsonObject(document)
          ? rawPayload(line, source, outcome.data, document[target])
          : undefined
      return {
        ok: true,
        text: toText(document, target, raw),
        outcome,
        stream,
        exit_code,
        losses,
        isVerbatim: raw !== undefined,
      }
    },
  }
}

const GENERATIONS: Readonly<Record<string, Generation>> = { 'spec-1.0': '1.0', 'spec-1.6': '1.6' }

function contradictsZero({ diagnostics }: ReadOutcome): boolean {
  return diagnostics.problems.some((problem) =>
    /^(ok_contradicts_exit|error_on_success)/.test(problem),
  )
}

/** The exit number that a spec failure would have had, as far as its error tells. */
function impliedExit(line: string, generation: Generation): number {
  const document = JSON.parse(line) as JsonValue
  const error = isJsonObject(document) ? document['error'] : null
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

function isMissing({ ok, process, diagnostics }: ReadOutcome): boolean {
  if (ok || process.stream !== null) return false
  return diagnostics.problems.some((problem) => problem.startsWith('envelope_missing'))
}

/** The text of the payload, if what is written is what was read there. */
function rawPayload(
  line: string,
  member: string,
  data: JsonValue,
  written: JsonValue | undefined,
): string | undefined {
  if (written !== data) return undefined
  const raw = memberText(line, member)
  if (raw === undefined) return undefined
  // What was stowed can put other data in the place of the payload, and escapes can hide its name.
  if (!line.includes(RESERVED) && !line.includes('\\u')) return raw
  return JSON.stringify(JSON.parse(raw)) === JSON.stringify(data) ? raw : undefined
}

function toText(
  document: JsonValue | undefined,
  member: string | undefined,
  raw: string | undefined,
): string {
  if (raw === undefined || member === undefined) return JSON.stringify(document ?? null)
  let text = ''
  for (const [key, value] of Object.entries(document as JsonObject)) {
    if (key === member) {
      text += `${separator(text)}${JSON.stringify(key)}:${raw}`
      continue
    }
    const one: Record<string, JsonValue> = {}
    setMember(one, key, value)
    const part = JSON.stringify(one)
    if (part !== '{}') text += separator(text) + part.slice(1, -1)
  }
  return `{${text}}`
}

function separator(text: string): string {
  return text === '' ? '' : ','
}
