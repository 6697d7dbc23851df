import { isUtf8 } from 'node:buffer'

import type { Dialect, Encoder, StowMode } from '../dialect.ts'
import { mergeEffects, type ReadPlaces, type WrittenPlaces } from '../places.ts'
import { createArena, releaseArena, type Arena, type ScannerKind } from './scan/arena.ts'
import { LineBuffer } from './line-buffer.ts'
import { errorLine, lineError, type LineError } from './line-error.ts'
import { ReportCounts, type LossCount, type ProblemCount } from './report-counts.ts'
import { KnownSurroundings } from './learn/known-surroundings.ts'
import { KnownLines } from './learn/known-lines.ts'
import { Sink } from './sink.ts'
import { createLineTranslator, type LineTranslator } from './translate-line.ts'

/** The default limit for the length of a line. */
export const MAX_LINE_BYTES = 128 * 1024 * 1024

/** How a translation is carried out. */
export interface TranslationOptions {
  /** Longer lines become error lines. Default 128 MiB. */
  readonly maxLineBytes?: number
  /** False parses every payload, which is slower and gives the same output. */
  readonly splice?: boolean
  readonly scanner?: ScannerKind
  /**
   * Lets each answer reuse the memory of the previous one, which is then overwritten. Much faster if
   * the bytes are written out at once. Default false.
   */
  readonly reuse?: boolean
  /** The time for dialects that demand one, if a line has none; called once. Default: the clock. */
  readonly now?: () => Date
  /** What happens to facts that the dialect has no member for. Default `plain`. */
  readonly stow?: StowMode
}

/** The result of a translation. */
export interface TranslationSummary {
  /** Lines that were not blank. */
  readonly lines: number
  readonly translated: number
  readonly failed: number
  /** Translated lines that were assembled from bytes without being parsed. */
  readonly fast: number
  /** What was lost, and in how many lines. */
  readonly losses: readonly LossCount[]
  /** Problems of lines that could still be read, by code, and in how many lines. */
  readonly problems: readonly ProblemCount[]
}

/**
 * Translates NDJSON chunk by chunk, without streams: bytes in, bytes out. A line that cannot be
 * translated is replaced by an error line.
 */
export class LineTranslation {
  readonly #arena: Arena
  readonly #buffer: LineBuffer
  readonly #translator: LineTranslator
  readonly #known: KnownLines | undefined
  readonly #surroundings: KnownSurroundings | undefined
  readonly #counts = new ReportCounts()
  readonly #sink = new Sink(0)
  readonly #reuse: boolean
  #lines = 0
  #blank = 0
  #failed = 0
  #fast = 0
  #isFirst = true

  constructor(from: Dialect, to: Encoder, options: TranslationOptions = {}) {
    const { maxLineBytes = MAX_LINE_BYTES, splice = true, reuse = false, scanner, now } = options
    this.#reuse = reuse
    this.#arena = createArena(Math.min(ARENA_BYTES, maxLineBytes + 1), scanner)
    this.#translator = createLineTranslator(from, to, now, options.stow)
    const source = from.readPlaces
    const target = to.writtenPlaces
    if (splice && source && target) {
      const names = mergeEffects(source.names, target.names)
      const { mover } = this.#arena
      this.#surroundings = mover && new KnownSurroundings(this.#arena, mover, names)
      this.#known = new KnownLines({
        arena: this.#arena,
        translator: this.#translator,
        source: withWriters(source, target),
        names,
        texts: target.texts ?? [],
        surroundings: this.#surroundings,
      })
    }
    this.#buffer = new LineBuffer(this.#arena, maxLineBytes, {
      lines: (start, end) => this.#translateLines(start, end),
      tooLong: () => {
        this.#lines += 1
        this.#fail(lineError('LINE_TOO_LONG', `The line is longer than ${maxLineBytes} bytes.`))
      },
    })
  }

  /** Takes the next chunk and returns the translated lines that it completes. */
  feed(chunk: Uint8Array): Buffer {
    this.#sink.restart(Math.ceil(chunk.length * 1.2) + 1024, this.#reuse)
    this.#buffer.feed(chunk)
    return this.#sink.written()
  }

  /** Ends the input and returns the rest; nothing can be fed after that. */
  end(): Buffer {
    this.#sink.restart(1024, this.#reuse)
    this.#buffer.end()
    this.#known?.end()
    releaseArena(this.#arena)
    return this.#sink.written()
  }

  /** Returns what has been done so far. */
  summary(): TranslationSummary {
    const counts = this.#counts.copy()
    for (const [report, lines] of this.#known?.reports() ?? []) counts.add(report, lines)
    return {
      lines: this.#lines,
      translated: this.#lines - this.#failed,
      failed: this.#failed,
      fast: this.#fast,
      losses: counts.losses(),
      problems: counts.problems(),
    }
  }

  #translateLines(start: number, end: number): void {
    const { bytes } = this.#arena
    const isClean = isUtf8(bytes.subarray(start, end))
    const surroundings = isClean ? this.#surroundings : undefined
    let at = start
    if (this.#isFirst && bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf)
      at += 3
    this.#isFirst = false
    while (at < end) {
      if (surroundings) {
        at = surroundings.move(at, end, this.#sink)
        const count = surroundings.takeCount()
        this.#lines += count
        this.#fast += count
        if (at >= end) return
      }
      const to = isClean ? this.#translateKnown(at) : -1
      if (to >= 0) {
        this.#lines += 1
        this.#fast += 1
        at = to + 1
      } else at = this.#translateOne(at, isClean) + 1
    }
  }

  #translateKnown(at: number): number {
    try {
      return this.#known?.translate(at, this.#sink) ?? -1
    } catch {
      // A codec threw while learning; translating the line itself reports it.
      return -1
    }
  }

  #translateOne(start: number, isClean: boolean): number {
    const { bytes } = this.#arena
    const end = bytes.indexOf(LINE_FEED, start)
    if (isBlank(bytes, start, end)) {
      this.#blank += 1
      return end
    }
    this.#lines += 1
    if (!isClean && !isUtf8(bytes.subarray(start, end))) {
      this.#fail(lineError('INVALID_UTF8', 'The line is not UTF-8.'))
      return end
    }
    try {
      const text = bytes.toString('utf8', start, end)
      // Readers accept noise around an envelope, but a line must be exactly one document.
      const broken = this.#isDocument(start, end) ? undefined : whyInvalid(text)
      if (broken !== undefined) {
        this.#fail(lineError('INVALID_JSON', broken))
        return end
      }
      const result = this.#translator.translate(text)
      if (result.ok) {
        this.#counts.add(result, 1)
        this.#sink.line(result.text)
      } else this.#fail(result.error)
    } catch (cause) {
      // An error that is thrown belongs to this line; the others continue.
      const reason = cause instanceof Error ? cause.message : String(cause)
      this.#fail(lineError('INTERNAL_ERROR', reason))
    }
    return end
  }

  /** Quickly tests for JSON; also false if it is nested too deeply for the scanner. */
  #isDocument(start: number, end: number): boolean {
    const { bytes, scan } = this.#arena
    const stop = scan(start)
    return stop >= 0 && isBlank(bytes, stop, end)
  }

  #fail(error: LineError): void {
    this.#failed += 1
    this.#sink.line(errorLine(this.#lines + this.#blank, error))
  }
}

/** Adds the names that the writer looks at to those of the reader. */
function withWriters(source: ReadPlaces, target: WrittenPlaces): ReadPlaces {
  const { deciding, holders = [] } = source
  return {
    ...source,
    holders: [...holders, ...(target.holders ?? [])],
    ...(deciding && { deciding: [...deciding, ...(target.deciding ?? [])] }),
  }
}

const LINE_FEED = 0x0a
const ARENA_BYTES = 1024 * 1024

function whyInvalid(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (cause) {
    return (cause instanceof Error ? cause.message : String(cause)).slice(0, 200)
  }
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const c = bytes[at]
    if (c !== 0x20 && c !== 0x09 && c !== 0x0d) return false
  }
  return true
}
