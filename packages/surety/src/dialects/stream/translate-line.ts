import {
  type JsonValue,
  type ReadOutcome,
  isJsonObject,
  type JsonObject,
} from '../../contract/index.ts'
import type { Dialect, Loss, StowMode } from '../dialect.ts'
import { withUnplaced, writeWithLosses } from '../write/losses.ts'
import { RESERVED } from '../write/reserved.ts'
import { holdsInexactNumber } from '@surety/internal/json/json-exactness.ts'
import { OpenCapture } from '../read/open-capture.ts'
import { claimsFailure, OF_THE_PROCESS } from '../read/read-members.ts'
import type { MemberText } from '../json/json-extent.ts'
import type { Line } from '@surety/internal/lines.ts'

export type LineResult =
  | {
      readonly ok: true
      readonly text: string
      /** The payload, if it is one piece of the line, and what is written around it. */
      readonly piece: LinePiece | undefined
      /** What the line says, whatever its dialect. */
      readonly outcome: ReadOutcome
      /** The stream and exit number of a process in the target dialect. */
      readonly stream: 'stdout' | 'stderr'
      readonly exit_code: number
      /** Undefined unless they were asked for. */
      readonly losses: readonly Loss[] | undefined
      /** Codes of problems that did not prevent reading. */
      readonly problems: readonly string[]
    }
  | { readonly ok: false; readonly error: LineError }

interface LinePiece {
  readonly before: string
  /** What stands before and behind the payload in the line. */
  readonly head: string
  readonly tail: string
  readonly after: string
}

export interface LineOptions {
  /** The time for dialects that demand one, if a line has none; called once. Default: the clock. */
  readonly now?: () => Date
  /** What happens to facts that the dialect has no member for. Default `plain`. */
  readonly stow?: StowMode
  /** Whether each line is read back to find what was lost, which takes as long again. */
  readonly losses?: boolean
}

export type TranslateLine = (line: string) => LineResult

/**
 * Makes a translator of single lines, which goes through the outcome. The text of the payload is
 * copied as it was written: spacing, spelling of numbers, escapes, order and repetition of members stay,
 * and nothing is rounded. If a dialect demands a time and a line has none,
 * all lines get the time when the translator was made.
 */
export function createLineTranslator(
  from: Dialect,
  to: Dialect,
  { now = () => new Date(), stow = 'plain', losses: wantsLosses = false }: LineOptions = {},
): TranslateLine {
  const time = now()
  const options = {
    stow,
    now: () => time,
    ...(from.meaning && { meaning: from.meaning }),
  } as const
  const frameFor = createFrames()
  const isCompared = wantsLosses || stow === 'exact'
  return (line) => {
    const capture = new OpenCapture({ stdout: line, stderr: '', exit_code: 0 })
    let read = line.startsWith('\uFEFF') ? undefined : capture.whole('stdout')?.value
    // Readers accept noise around an envelope, but a line must be exactly one document.
    try {
      read ??= JSON.parse(line) as JsonValue
    } catch (cause) {
      return refused('INVALID_JSON', (cause as Error).message.slice(0, 200))
    }
    if (from.impliedExit) capture.exit_code = from.impliedExit(read)
    const outcome = from.decode(capture)
    if (isMissing(outcome))
      return refused('WRONG_DIALECT', `The line is not a document of ${from.id}.`)
    const { document, stream, exit_code, losses } = isCompared
      ? writeWithLosses(to, outcome, options)
      : to.toDocument(outcome, options)
    const payload = cutPayload(line, capture, read, outcome.data)
    const frame = payload && frameFor(document, outcome.data)
    const rewritten = frame === undefined ? [line] : payload!.rest
    const problems = problemsOf(outcome, from)
    if (rewritten.some(holdsInexactNumber)) problems.push('number_inexact')
    // Where only the exit code marks an error, a line is judged by its content.
    if (!outcome.ok && from.impliedExit && from.generation === undefined)
      problems.push('exit_unknown')
    if (outcome.ok && claimsFailure(read)) problems.push('failure_claimed')
    const text = frame
      ? frame.before + payload.text.slice(frame.bracket, -frame.bracket || undefined) + frame.after
      : JSON.stringify(document ?? null)
    const piece = frame && pieceOf(frame, payload.rest)
    const all = losses && withUnplaced(outcome, losses)
    return { ok: true, text, piece, outcome, stream, exit_code, losses: all, problems }
  }
}

function refused(code: LineError['code'], message: string): LineResult {
  return { ok: false, error: lineError(code, message) }
}

function problemsOf({ diagnostics }: ReadOutcome, from: Dialect): string[] {
  if (!diagnostics.malformed) return []
  const codes = new Set(diagnostics.problems.map((problem) => problem.split(':', 1)[0]!))
  // A document that is read with its implied exit number can really contradict it.
  if (!from.impliedExit) for (const code of OF_THE_PROCESS) codes.delete(code)
  return [...codes]
}

function isMissing({ ok, process, diagnostics }: ReadOutcome): boolean {
  if (ok || process.stream !== null) return false
  return diagnostics.problems.some((problem) => problem.startsWith('envelope_missing'))
}

/** Problems that only lines have. A payload is not parsed, so no number in it is changed. */
export const LINE_PROBLEMS: Readonly<Record<string, string>> = {
  number_inexact: 'a number outside the payload is not what a double can hold',
  failure_claimed: 'a success whose payload has an ok or success that is false',
  exit_unknown: 'a line has no exit code, and only its members mark the error',
}

/** The text of a payload as it is written in a line, and the line without it: two pieces around one payload. */
interface PayloadText {
  readonly text: string
  readonly rest: readonly string[]
}

/** Cuts the payload out of a line if it consists of the very values of the line's document. */
function cutPayload(
  source: string,
  capture: OpenCapture,
  document: JsonValue,
  data: JsonValue,
): PayloadText | undefined {
  if (data === null || typeof data === 'boolean') return undefined
  if (data === document) return { text: source.trim(), rest: [] }
  if (!isJsonObject(document)) return undefined
  const members = capture.membersOf(source)
  const holder = holderOf(document, data)
  if (holder !== undefined) {
    const found = members.findLast(({ name }) => name === holder)
    if (!found) return undefined
    return {
      text: source.slice(found.start, found.end),
      rest: [source.slice(0, found.start), source.slice(found.end)],
    }
  }
  return holdsInOrder(document, data) ? cutMembers(source, members, data) : undefined
}

/** Writes a document compactly around its payload, which stands there with or without its brackets. */
function frameOf(document: JsonValue | undefined, data: JsonValue) {
  if (document === data) return { before: '', after: '', bracket: 0 }
  if (!isJsonObject(document)) return undefined
  const holder = holderOf(document, data)
  const isFlat = holder === undefined
  if (isFlat && !holdsInOrder(document, data)) return undefined
  // JavaScript puts numeric names first, so the payload stands where its first other name does.
  const first = holder ?? Object.keys(data as JsonObject).find((name) => !/^\d+$/.test(name))
  let before = '{'
  let after = ''
  let isPlaced = false
  for (const name of Object.keys(document)) {
    isPlaced ||= name === (first ?? RESERVED)
    const value = document[name]
    const isPayload = isFlat ? Object.hasOwn(data as JsonObject, name) : name === holder
    if (isPayload || value === undefined) continue
    const member = `${JSON.stringify(name)}:${JSON.stringify(value)}`
    if (isPlaced) after += `,${member}`
    else before += `${member},`
  }
  if (!isFlat) before += `${JSON.stringify(holder)}:`
  return { before, after: `${after}}`, bracket: isFlat ? 1 : 0 }
}

function pieceOf(
  { before, after, bracket }: Frame,
  [head, tail]: readonly string[],
): LinePiece | undefined {
  if (head === undefined || tail === undefined || bracket > 0) return undefined
  return { before, head, tail, after }
}

type Frame = NonNullable<ReturnType<typeof frameOf>>

/** Most lines of a log have the frame of the line before, which is not written again. */
function createFrames() {
  let last: { readonly document: JsonObject; readonly frame: Frame } | undefined
  return (document: JsonValue | undefined, data: JsonValue): Frame | undefined => {
    const holder = isJsonObject(document) && document['data'] === data ? document : undefined
    if (last && holder && isAlike(holder, last.document, 'data')) return last.frame
    const frame = frameOf(document, data)
    if (holder && frame) last = { document: holder, frame }
    return frame
  }
}

/** Tests whether two objects are written alike, one member aside; of objects in them that hold more it is not known. */
function isAlike(one: JsonObject, other: JsonObject, aside: string | undefined): boolean {
  const names = Object.keys(one)
  const others = Object.keys(other)
  if (names.length !== others.length) return false
  for (const [at, name] of names.entries()) {
    if (name !== others[at]) return false
    const a = one[name]
    const b = other[name]
    if (a === b || name === aside) continue
    const areObjects = aside !== undefined && isJsonObject(a) && isJsonObject(b)
    if (!areObjects || !isAlike(a, b, undefined)) return false
  }
  return true
}

/** Returns the name of the member that holds the payload; equal numbers and texts elsewhere leave it open. */
function holderOf(document: JsonObject, data: JsonValue): string | undefined {
  if (Object.hasOwn(document, 'data') && document['data'] === data) return 'data'
  const names = Object.keys(document).filter((name) => document[name] === data)
  return names.length === 1 ? names[0] : undefined
}

/** Tests whether the members of data are members of the document, unchanged and in order. */
function holdsInOrder(document: JsonObject, data: JsonValue): data is JsonObject {
  if (!isJsonObject(data)) return false
  const names = Object.keys(data)
  let n = 0
  for (const name of Object.keys(document)) {
    if (name === names[n] && document[name] === data[name]) n += 1
  }
  return n === names.length && n > 0
}

/** Joins the payload's members as they are written, neighbours with what is between them. */
function cutMembers(line: string, members: readonly MemberText[], data: JsonObject): PayloadText {
  const runs: string[] = []
  const rest: string[] = []
  let first: MemberText | undefined
  for (const [n, member] of members.entries()) {
    if (!Object.hasOwn(data, member.name)) {
      rest.push(line.slice(member.quote, member.end))
      continue
    }
    first ??= member
    const next = members[n + 1]
    if (next && Object.hasOwn(data, next.name)) continue
    runs.push(line.slice(first.quote, member.end))
    first = undefined
  }
  return { text: `{${runs.join(',')}}`, rest: [rest.join(',')] }
}

export interface LineError {
  readonly code:
    | 'INVALID_UTF8'
    | 'INVALID_JSON'
    | 'LINE_TOO_LONG'
    | 'WRONG_DIALECT'
    | 'UNKNOWN_DIALECT'
    | 'INVALID_CAPTURE'
    | 'INTERNAL_ERROR'
  readonly message: string
}

export function lineError(code: LineError['code'], message: string): LineError {
  return { code, message }
}

export function splitError(problem: NonNullable<Line['problem']>, maxLineBytes: number): LineError {
  return problem === 'too_long'
    ? lineError('LINE_TOO_LONG', `The line is longer than ${maxLineBytes} bytes.`)
    : lineError('INVALID_UTF8', 'The line is not UTF-8.')
}

/** Writes the line that replaces one that could not be used. Lines count from 1. */
export function errorLine(line: number, error: LineError, id?: JsonValue): string {
  return JSON.stringify({ line, ...(id !== undefined && { id }), error })
}
