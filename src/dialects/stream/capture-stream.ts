import type { JsonValue } from '../../contract/index.ts'
import { toJsonText } from '../../internal/json/json-text.ts'
import { LineSplitter, type Line } from '../../internal/lines.ts'
import { decode } from '../decode.ts'
import { detect } from '../detect.ts'
import { DEFAULT_DIALECT } from '../registry/built-in.ts'
import type { Capture, Dialect } from '../dialect.ts'
import { loadDialect } from '../registry/registry.ts'
import { parseCaptureLine } from './capture-line.ts'
import { errorLine, lineError, splitError, type LineError } from './line-error.ts'
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
  { number, text, problem }: Line,
  options: CaptureStreamOptions & { readonly maxLineBytes: number },
  load: Load,
): Promise<Answer> {
  if (problem === 'too_long') {
    return { text: errorLine(number, splitError(problem, options.maxLineBytes)), mark: 'failed' }
  }
  const parsed = parseCaptureLine(text)
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
