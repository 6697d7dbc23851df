import type { JsonValue } from '../../contract/index.ts'
import { toJsonText } from '../../internal/json/json-text.ts'
import { decode } from '../decode.ts'
import { detect } from '../detect/detect.ts'
import { DEFAULT_DIALECT } from '../registry/built-in.ts'
import type { Capture, Dialect } from '../dialect.ts'
import { loadDialect } from '../registry/registry.ts'
import { createArena, releaseArena } from './scan/arena.ts'
import { parseCaptureLine } from './capture-line.ts'
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

/** The result of reading a stream of captures. */
export interface CaptureSummary {
  /** Lines that were not blank. */
  readonly lines: number
  readonly decoded: number
  /** Lines that were not captures and became error lines. */
  readonly failed: number
  /** Captures that matched no dialect; their dialect is null and they are read as failures. */
  readonly undetected: number
  /** Captures that fit several dialects about equally well; the first candidate was used. */
  readonly ambiguous: number
}

/**
 * Reads captures, one JSON object `{id?, dialect?, stdout, stderr, exit_code}` per line, and writes
 * `{id, dialect, outcome}` for each in the same order. A line that is not a capture becomes an error
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
  const pending: (string | LineError)[] = []
  const arena = createArena(Math.min(START_BYTES, maxLineBytes + 1))
  const buffer = new LineBuffer(arena, maxLineBytes, {
    lines: (from, to) => {
      // The last line feed ends the last line.
      for (const line of arena.bytes.toString('utf8', from, to - 1).split('\n')) pending.push(line)
    },
    tooLong: () => {
      pending.push(lineError('LINE_TOO_LONG', `The line is longer than ${maxLineBytes} bytes.`))
    },
  })
  const load = createLoader()
  let lines = 0
  let blank = 0
  const counts = { failed: 0, undetected: 0, ambiguous: 0 }
  const answer = async (): Promise<void> => {
    const texts: string[] = []
    for (const line of pending.splice(0)) {
      if (typeof line === 'string' && line.replace('\uFEFF', '').trim() === '') {
        blank += 1
        continue
      }
      lines += 1
      const { text, mark } = await answerLine(line, lines + blank, options, load)
      if (mark !== undefined) counts[mark] += 1
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
  return { lines, decoded: lines - counts.failed, ...counts }
}

const START_BYTES = 256 * 1024

type Load = (dialect: string | Dialect) => Promise<Dialect>

/** Loads each dialect once: importing a module or reading a file takes longer than reading a capture. */
function createLoader(): Load {
  const loaded = new Map<string, Dialect>()
  return async (dialect) => {
    if (typeof dialect !== 'string') return dialect
    const known = loaded.get(dialect) ?? (await loadDialect(dialect))
    if (loaded.size < MOST_LOADED) loaded.set(dialect, known)
    return known
  }
}

/** Limits the cache, because lines may name any number of files. */
const MOST_LOADED = 256

interface Answer {
  readonly text: string
  /** The counter that it increases. */
  readonly mark?: 'failed' | 'undetected' | 'ambiguous'
}

async function answerLine(
  line: string | LineError,
  number: number,
  options: CaptureStreamOptions,
  load: Load,
): Promise<Answer> {
  if (typeof line !== 'string') return { text: errorLine(number, line), mark: 'failed' }
  const parsed = parseCaptureLine(line)
  const { id } = parsed
  if (!parsed.ok) return refuse(id, number, parsed.error)
  const chosen = parsed.dialect ?? options.dialect
  try {
    if (chosen === undefined) return await answerByShape(parsed.capture, parsed.id, load)
    const { dialect, outcome } = await decode(parsed.capture, { dialect: await load(chosen) })
    return { text: toJsonText({ id: parsed.id, dialect, outcome }) }
  } catch (cause) {
    // Only loading the dialect can fail; reading a capture never throws.
    const reason = cause instanceof Error ? cause.message : String(cause)
    return refuse(id, number, lineError('UNKNOWN_DIALECT', reason))
  }
}

async function answerByShape(capture: Capture, id: JsonValue, load: Load): Promise<Answer> {
  const { candidates, ambiguous } = detect(capture)
  const dialect = candidates[0]?.dialect
  const { outcome } = await decode(capture, { dialect: await load(dialect ?? DEFAULT_DIALECT) })
  const text = toJsonText({ id, dialect: dialect ?? null, outcome })
  if (dialect === undefined) return { text, mark: 'undetected' }
  return ambiguous ? { text, mark: 'ambiguous' } : { text }
}

function refuse(id: JsonValue | undefined, line: number, error: LineError): Answer {
  const text = JSON.stringify({ line, ...(id !== undefined && { id }), error })
  return { text, mark: 'failed' }
}
