import {
  objectOf,
  isJsonObject,
  parseJson,
  type JsonObject,
  type JsonValue,
  type ReadOutcome,
} from '../../contract/index.ts'
import { decode, type Decoded } from '../read-capture.ts'
import { OpenCapture } from '../read/open-capture.ts'
import { detectRendered } from '../registry/detect.ts'
import type { Capture, Dialect } from '../dialect.ts'
import { loadDialect } from '../registry/load-dialect.ts'
import { type ByteSource, type ByteTarget, MAX_LINE_BYTES, writeAll } from './byte-stream.ts'
import { errorLine, lineError, type LineError, splitError } from './line-error.ts'
import { given } from '@surety/internal/given.ts'
import { withAllDigits } from '@surety/internal/json/json-digits.ts'
import { toJsonText } from '@surety/internal/json/json-text.ts'
import { type Line, LineSplitter } from '@surety/internal/lines.ts'

export interface CaptureStreamOptions {
  /** The dialect of lines that do not name one; without it each is detected by its shape. */
  readonly dialect?: string | Dialect
  /** Longer lines become error lines. Default 128 MiB. */
  readonly maxLineBytes?: number
  /** Reads output of no dialect where the line names the call, in `argv`. */
  readonly readPlain?: (capture: Capture) => Promise<ReadOutcome>
}

/** The result of reading a stream of captures. */
export interface CaptureSummary {
  /** Lines that were not blank. */
  readonly lines: number
  readonly decoded: number
  /** Lines that were not captures and became error lines. */
  readonly failed: number
  /** Captures that matched no dialect; their dialect is null, and their exit codes decided. */
  readonly undetected: number
  /** Captures that fit several dialects about equally well; the first candidate was used. */
  readonly ambiguous: number
}

/**
 * Reads captures, one JSON object `{id?, dialect?, argv?, stdout, stderr, exit_code}` per line, and writes
 * `{id, dialect, outcome}` for each in the same order, with `inexact` beside them if JavaScript cannot hold a number of
 * the answer. A line that is not a capture becomes an error
 * line `{line, error}`, with its `id` if it has one, and the other lines continue.
 *
 * @example
 * ```ts
 * import { decodeCaptureStream } from 'surety/dialects'
 *
 * const { failed } = await decodeCaptureStream(process.stdin, process.stdout, { dialect: 'td' })
 * ```
 */
export async function decodeCaptureStream(
  source: ByteSource,
  target: ByteTarget,
  options: CaptureStreamOptions = {},
): Promise<CaptureSummary> {
  const { maxLineBytes = MAX_LINE_BYTES } = options
  const splitter = new LineSplitter(maxLineBytes)
  const load = createLoader()
  let lines = 0
  const counts = { failed: 0, undetected: 0, ambiguous: 0 }
  const answer = async (read: Iterable<Line>): Promise<void> => {
    let texts = ''
    for (const line of read) {
      if (line.problem !== 'too_long' && line.text.trim() === '') continue
      lines += 1
      const { text, mark } = await answerLine(line, { ...options, maxLineBytes }, load)
      if (mark !== undefined) counts[mark] += 1
      texts += `${text}\n`
    }
    await writeAll(target, Buffer.from(texts))
  }
  for await (const chunk of source) await answer(splitter.feed(chunk))
  await answer(splitter.end())
  return { lines, decoded: lines - counts.failed, ...counts }
}

type Load = (dialect: string | Dialect) => Promise<Dialect>

/** Loads a dialect once where many lines in a row name it: importing a module or reading a file takes time. */
function createLoader(): Load {
  let last: { readonly id: string; readonly dialect: Promise<Dialect> } | undefined
  return async (id) => {
    if (typeof id !== 'string') return id
    if (last?.id !== id) last = { id, dialect: loadDialect(id) }
    return last.dialect
  }
}

interface Answer {
  readonly text: string
  readonly mark?: 'failed' | 'undetected' | 'ambiguous'
}

async function answerLine(
  { number, text, problem }: Line,
  options: CaptureStreamOptions & { readonly maxLineBytes: number },
  load: Load,
): Promise<Answer> {
  if (problem === 'too_long') {
    return { text: errorLine(number, splitError(problem, options.maxLineBytes)), mark: 'failed' }
  }
  const parsed = parseCaptureLine(text)
  const refuse = (error: LineError): Answer => ({
    text: errorLine(number, error, parsed.id),
    mark: 'failed',
  })
  if (!parsed.ok) return refuse(parsed.error)
  const { id } = parsed
  const capture = OpenCapture.of(parsed.capture)
  const chosen = parsed.dialect ?? options.dialect
  try {
    const found = chosen === undefined ? await detectRendered(capture) : undefined
    // A dialect that was found is not given: it is found again, in what was opened once.
    const dialect = chosen === undefined ? undefined : await load(chosen)
    const { readPlain } = options
    const decoded = await decode(capture, given({ dialect, readPlain }))
    const text = decodedLine(id, decoded)
    if (decoded.dialect === null) return { text, mark: 'undetected' }
    return { text, ...(found?.ambiguous && { mark: 'ambiguous' }) }
  } catch (cause) {
    // Only loading the dialect can fail; reading a capture never throws.
    const reason = cause instanceof Error ? cause.message : String(cause)
    return refuse(lineError('UNKNOWN_DIALECT', reason))
  }
}

/** Writes a line; a number with more digits than a double holds is named, and keeps them where that is certain. */
function decodedLine(id: JsonValue, decoded: Decoded): string {
  const { dialect, outcome, inexact, capture } = decoded
  if (inexact === undefined) return toJsonText({ id, dialect, outcome })
  const { text } = OpenCapture.of(capture).text(outcome.process.stream ?? 'stdout')
  const answer = toJsonText({ id, dialect, inexact, outcome })
  return withAllDigits(answer, text) ?? answer
}

/** A parsed line of captures; the id is null if the line has none. */
export type CaptureLine =
  | {
      readonly ok: true
      readonly id: JsonValue
      readonly dialect: string | undefined
      readonly capture: Capture
    }
  | { readonly ok: false; readonly id: JsonValue | undefined; readonly error: LineError }

/**
 * Parses a capture `{id?, dialect?, argv?, stdout, stderr, exit_code}`. Streams that are not text come as
 * `stdout_base64` and `stderr_base64`. A process that was killed by a signal has `exit_code: null`
 * and maybe the name of the `signal`.
 */
export function parseCaptureLine(line: string): CaptureLine {
  const document = parseJson(line.startsWith('\uFEFF') ? line.slice(1) : line)
  const id = objectOf(document)['id']
  const error = captureProblem(document)
  if (error !== undefined) return { ok: false, id, error }
  const members = document as JsonObject
  const { dialect, argv } = members
  return {
    ok: true,
    id: id ?? null,
    dialect: typeof dialect === 'string' ? dialect : undefined,
    capture: {
      stdout: streamOf(members, 'stdout'),
      stderr: streamOf(members, 'stderr'),
      exit_code: exitOf(members),
      ...(isWords(argv) && { argv }),
    },
  }
}

const STREAMS = ['stdout', 'stderr', 'stdout_base64', 'stderr_base64'] as const

function captureProblem(document: JsonValue | undefined): LineError | undefined {
  if (document === undefined) return lineError('INVALID_JSON', 'The line is not JSON.')
  if (!isJsonObject(document)) return lineError('INVALID_CAPTURE', 'A capture must be an object.')
  for (const stream of STREAMS) {
    const text = document[stream]
    if (text != null && typeof text !== 'string') {
      return lineError('INVALID_CAPTURE', `${stream} must be a string.`)
    }
  }
  const { exit_code: exitCode, dialect, argv } = document
  if (exitCode !== null && !Number.isInteger(exitCode))
    return lineError('INVALID_CAPTURE', 'exit_code must be a whole number or null.')
  if (dialect != null && typeof dialect !== 'string') {
    return lineError('INVALID_CAPTURE', 'dialect must be a string.')
  }
  if (argv != null && !isWords(argv))
    return lineError('INVALID_CAPTURE', 'argv must be a list of strings, the program first.')
  return undefined
}

function isWords(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
}

/** A process that was killed by a signal has null instead of an exit number. */
function exitOf({ exit_code: exitCode, signal }: JsonObject): number {
  if (typeof exitCode === 'number') return exitCode
  const number = typeof signal === 'string' ? SIGNALS.indexOf(signal.replace(/^SIG/, '')) : -1
  // NaN makes readers report an unreadable exit code.
  return number < 0 ? Number.NaN : 128 + number
}

/** At their numbers, which are those of Linux on every machine: a capture may come from another one. */
const SIGNALS =
  '0 HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS'.split(
    ' ',
  )

function streamOf(members: JsonObject, name: 'stdout' | 'stderr'): string | Uint8Array {
  const text = members[name]
  if (typeof text === 'string') return text
  const encoded = members[`${name}_base64`]
  return typeof encoded === 'string' ? Buffer.from(encoded, 'base64') : ''
}
