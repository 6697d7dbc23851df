import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import { decode } from '../decode.ts'
import type { Capture, Dialect } from '../dialect.ts'
import { createArena, releaseArena } from './arena.ts'
import { LineBuffer } from './line-buffer.ts'
import { errorLine, lineError, type LineError } from './line-error.ts'
import { MAX_LINE_BYTES } from './line-translation.ts'
import { writeAll, type ByteSource, type ByteTarget } from './translate-stream.ts'

/** How captures are read. */
export interface CaptureStreamOptions {
  /** The dialect of lines that do not name one; without it each is detected by its shape. */
  readonly dialect?: string | Dialect
  /** Longer lines become error lines. Default 128 MiB. */
  readonly maxLineBytes?: number
}

/** What became of the captures. */
export interface CaptureSummary {
  /** Lines that were not blank. */
  readonly lines: number
  readonly decoded: number
  /** Lines that were no capture and gave an error line. */
  readonly failed: number
}

/**
 * Reads captures, one JSON object `{id?, dialect?, stdout, stderr, exit_code}` to a line, and writes
 * `{id, dialect, outcome}` for each in the same order. A line that is no capture gives one error
 * line `{line, error}`, with its `id` where it has one, and the rest go on.
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
  const pending: (string | LineError)[] = []
  const arena = createArena(Math.min(START_BYTES, maxLineBytes + 1))
  const buffer = new LineBuffer(arena, maxLineBytes, {
    lines: (from, to) => {
      for (const line of arena.bytes.toString('utf8', from, to).split('\n')) pending.push(line)
    },
    tooLong: () => {
      pending.push(lineError('LINE_TOO_LONG', `The line has more than ${maxLineBytes} bytes.`))
    },
  })
  let lines = 0
  let failed = 0
  const answer = async (): Promise<void> => {
    const texts: string[] = []
    for (const line of pending.splice(0)) {
      if (typeof line === 'string' && line.replace('\uFEFF', '').trim() === '') continue
      lines += 1
      const { text, isError } = await answerLine(line, lines, options)
      if (isError) failed += 1
      texts.push(text)
    }
    if (texts.length > 0) await writeAll(target, Buffer.from(`${texts.join('\n')}\n`))
  }
  for await (const chunk of source) {
    buffer.feed(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
    await answer()
  }
  buffer.end()
  await answer()
  releaseArena(arena)
  return { lines, decoded: lines - failed, failed }
}

const START_BYTES = 256 * 1024

interface Answer {
  readonly text: string
  readonly isError: boolean
}

async function answerLine(
  line: string | LineError,
  number: number,
  options: CaptureStreamOptions,
): Promise<Answer> {
  if (typeof line !== 'string') return { text: errorLine(number, line), isError: true }
  const document = parse(line)
  const problem = captureProblem(document)
  if (problem !== undefined) return refuse(document, number, problem)
  const { id = null, dialect: named, ...rest } = document as JsonObject
  const dialect = typeof named === 'string' ? named : options.dialect
  try {
    const read = await decode(toCapture(rest), dialect === undefined ? {} : { dialect })
    return {
      text: JSON.stringify({ id, dialect: read.dialect, outcome: read.outcome }),
      isError: false,
    }
  } catch (cause) {
    // Only loading a dialect can fail; reading a capture never throws.
    const reason = cause instanceof Error ? cause.message : String(cause)
    return refuse(document, number, lineError('UNKNOWN_DIALECT', reason))
  }
}

function refuse(document: JsonValue | undefined, line: number, error: LineError): Answer {
  const id = isJsonObject(document) ? document['id'] : undefined
  return { text: JSON.stringify({ line, ...(id !== undefined && { id }), error }), isError: true }
}

function parse(line: string): JsonValue | undefined {
  try {
    return JSON.parse(line.startsWith('\uFEFF') ? line.slice(1) : line) as JsonValue
  } catch {
    // Told apart from every JSON value by being undefined.
    return undefined
  }
}

function captureProblem(document: JsonValue | undefined): LineError | undefined {
  if (document === undefined) return lineError('INVALID_JSON', 'The line is not JSON.')
  if (!isJsonObject(document)) return lineError('INVALID_CAPTURE', 'A capture is an object.')
  for (const stream of ['stdout', 'stderr'] as const) {
    const text = document[stream]
    if (text !== undefined && text !== null && typeof text !== 'string') {
      return lineError('INVALID_CAPTURE', `${stream} has to be a text.`)
    }
  }
  const { exit_code: exitCode, dialect } = document
  if (!Number.isInteger(exitCode))
    return lineError('INVALID_CAPTURE', 'exit_code has to be a whole number.')
  if (dialect !== undefined && dialect !== null && typeof dialect !== 'string') {
    return lineError('INVALID_CAPTURE', 'dialect has to be a text.')
  }
  return undefined
}

function toCapture({ stdout, stderr, exit_code: exitCode }: JsonObject): Capture {
  return {
    stdout: typeof stdout === 'string' ? stdout : '',
    stderr: typeof stderr === 'string' ? stderr : '',
    exit_code: exitCode as number,
  }
}
