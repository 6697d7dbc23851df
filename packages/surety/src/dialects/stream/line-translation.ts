import type { Writable } from 'node:stream'

import type { Dialect, Loss } from '../dialect.ts'
import { loadDialect } from '../registry/load-dialect.ts'
import {
  errorLine,
  lineError,
  type LineError,
  splitError,
  createLineTranslator,
  type LineOptions,
  type TranslateLine,
  type LineResult,
} from './translate-line.ts'
import { type Line, LineSplitter } from '@surety/internal/lines.ts'
import { IndentedDocuments } from './indented-documents.ts'

export const MAX_LINE_BYTES = 128 * 1024 * 1024

export interface TranslationOptions extends LineOptions {
  /** Longer lines become error lines. Default 128 MiB. */
  readonly maxLineBytes?: number
}

/** The result of a translation. */
export interface TranslationSummary {
  /** Lines that were not blank. */
  readonly lines: number
  readonly translated: number
  readonly failed: number
  /** What was lost, and in how many lines; empty unless `losses` or `stow: 'exact'` was asked for. */
  readonly losses: readonly (Loss & { readonly lines: number })[]
  /** Problems of lines that could still be read, by code, and in how many lines. */
  readonly problems: readonly { readonly code: string; readonly lines: number }[]
}

/**
 * Translates NDJSON chunk by chunk, without streams: bytes in, bytes out. A line that cannot be
 * translated is replaced by an error line.
 */
export class LineTranslation {
  readonly #splitter: LineSplitter
  readonly #maxLineBytes: number
  readonly #translateText: TranslateLine
  readonly #indented: IndentedDocuments
  /** Memory grows with their kinds, not with the lines. */
  readonly #losses = new Map<string, Loss & { lines: number }>()
  readonly #problems = new Map<string, { lines: number }>()
  /** As much as the largest answer so far took. */
  #room = 4096
  #lines = 0
  #failed = 0

  constructor(from: Dialect, to: Dialect, options: TranslationOptions = {}) {
    this.#maxLineBytes = options.maxLineBytes ?? MAX_LINE_BYTES
    this.#splitter = new LineSplitter(this.#maxLineBytes)
    this.#indented = new IndentedDocuments(this.#maxLineBytes)
    this.#translateText = createLineTranslator(from, to, options)
  }

  feed(chunk: Uint8Array | string): Buffer {
    return this.#translate(this.#splitter.feed(chunk))
  }

  end(): Buffer {
    const last = this.#translate(this.#splitter.end())
    return Buffer.concat([last, this.#translate(this.#indented.end())])
  }

  summary(): TranslationSummary {
    return {
      lines: this.#lines,
      translated: this.#lines - this.#failed,
      failed: this.#failed,
      losses: mostFirst(this.#losses).map(([, count]) => ({ ...count })),
      problems: mostFirst(this.#problems).map(([code, { lines }]) => ({ code, lines })),
    }
  }

  #translate(lines: Iterable<Line>): Buffer {
    let bytes = Buffer.allocUnsafe(this.#room)
    let size = 0
    const write = (line: Line): void => {
      const result = this.#translateLine(line)
      if (result === undefined) return
      if (result === 'begins') {
        for (const whole of this.#indented.add(line)) write(whole)
        return
      }
      const { text, piece } = result
      const most = size + text.length * MAX_UTF8 + 1
      if (most > bytes.length) {
        this.#room = most * 2
        bytes = Buffer.concat([bytes.subarray(0, size)], this.#room)
      }
      if (line.bytes && piece) {
        // A long payload is copied as bytes, which is quicker than writing its text anew.
        const end = line.bytes.length - Buffer.byteLength(piece.tail)
        size += bytes.write(piece.before, size)
        size += line.bytes.copy(bytes, size, Buffer.byteLength(piece.head), end)
        size += bytes.write(piece.after, size)
      } else size += bytes.write(text, size)
      bytes[size] = LINE_FEED
      size += 1
    }
    for (const line of lines) {
      if (!this.#indented.takes(line)) write(line)
      else for (const whole of this.#indented.add(line)) write(whole)
    }
    return bytes.subarray(0, size)
  }

  /** Answers a line; one that begins a document of several lines is answered with them. */
  #translateLine(line: Line): Written | 'begins' | undefined {
    const { number, text, problem } = line
    if (problem === null && text.trim() === '') return undefined
    this.#lines += 1
    if (problem !== null) return this.#fail(number, splitError(problem, this.#maxLineBytes))
    try {
      const result = this.#translateText(text)
      if (!result.ok) {
        if (!this.#indented.beginsWith(line)) return this.#fail(number, result.error)
        this.#lines -= 1
        return 'begins'
      }
      this.#count(result)
      return result
    } catch (cause) {
      // An error that is thrown belongs to this line; the others continue.
      const reason = cause instanceof Error ? cause.message : String(cause)
      return this.#fail(number, lineError('INTERNAL_ERROR', reason))
    }
  }

  #count({ losses, problems }: Extract<LineResult, { ok: true }>): void {
    for (const code of problems) {
      const known = this.#problems.get(code)
      if (known) known.lines += 1
      else this.#problems.set(code, { lines: 1 })
    }
    for (const loss of losses ?? []) {
      const key = `${loss.pointer}\n${loss.kind}\n${loss.stowed_at}\n${loss.note}`
      const known = this.#losses.get(key)
      if (known) known.lines += 1
      // Limits the memory, because users may have any number of own members.
      else if (this.#losses.size < MAX_KINDS) this.#losses.set(key, { ...loss, lines: 1 })
    }
  }

  #fail(number: number, error: LineError): Written {
    this.#failed += 1
    return { text: errorLine(number, error), piece: undefined }
  }
}

type Written = Pick<Extract<LineResult, { ok: true }>, 'text' | 'piece'>

/** A source of NDJSON: any stream of bytes or text. */
export type ByteSource = AsyncIterable<Uint8Array | string>

/** A target for NDJSON: any writable stream; it is not ended. */
export type ByteTarget = Pick<Writable, 'write' | 'on' | 'off' | 'destroyed'>

interface TranslateStreamOptions extends TranslationOptions {
  /** An id, the path of a dialect file, or a dialect. */
  readonly from: string | Dialect
  readonly to: string | Dialect
}

/**
 * Translates NDJSON from one dialect to another, line by line and in order, with backpressure and with
 * memory for one chunk and the longest line. Every document becomes one compact line in UTF-8,
 * whatever layout its dialect has elsewhere.
 *
 * @example
 * ```ts
 * import { translateStream } from 'surety/dialects'
 *
 * const summary = await translateStream(process.stdin, process.stdout, { from: 'spec-1.0', to: 'td' })
 * summary.failed // lines that gave an error line
 * ```
 */
export async function translateStream(
  source: ByteSource,
  target: ByteTarget,
  options: TranslateStreamOptions,
): Promise<TranslationSummary> {
  const { from, to, ...rest } = options
  const translation = new LineTranslation(await resolve(from), await resolve(to), rest)
  for await (const chunk of source) await writeAll(target, translation.feed(chunk))
  await writeAll(target, translation.end())
  return translation.summary()
}

async function resolve(dialect: string | Dialect): Promise<Dialect> {
  return typeof dialect === 'string' ? loadDialect(dialect) : dialect
}

/** Writes and waits until the target accepts more; rejects if it failed or was closed. */
export async function writeAll(target: ByteTarget, bytes: Uint8Array): Promise<void> {
  if (bytes.length === 0 || target.write(bytes)) return
  await new Promise<void>((resolve, reject) => {
    const onClose = (): void =>
      settle(new Error('The output was closed before everything was written.'))
    const settle = (cause?: Error): void => {
      target.off('drain', settle).off('error', settle).off('close', onClose)
      if (cause) reject(cause)
      else resolve()
    }
    target.on('drain', settle).on('error', settle).on('close', onClose)
    if (target.destroyed === true) onClose()
  })
}

/** Sorts counts, the most frequent first; ties do not depend on the order of the lines. */
function mostFirst<T extends { lines: number }>(counts: ReadonlyMap<string, T>): [string, T][] {
  return [...counts].sort(([a, x], [b, y]) => y.lines - x.lines || (a < b ? -1 : 1))
}

const MAX_KINDS = 1000
const LINE_FEED = 0x0a
/** The most bytes of a character in UTF-8, as many as JavaScript counts. */
const MAX_UTF8 = 3
