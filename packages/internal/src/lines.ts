import { isAscii as holdsAscii, isUtf8, transcode } from 'node:buffer'

/** A line without its end, and without the byte order mark of the first one. */
export interface Line {
  /** Starts at 1; every line counts, as in an editor. */
  readonly number: number
  /** Empty if the line is too long; bytes that are not UTF-8 are U+FFFD. */
  readonly text: string
  /** What the text of a long line was read from; it may be overwritten once the next chunk is fed. */
  readonly bytes?: Buffer
  readonly problem: 'too_long' | 'invalid_utf8' | null
}

/** Splits chunks of bytes into lines. Holds one chunk and one line, of at most `maxBytes`. */
export class LineSplitter {
  readonly #maxBytes: number
  /** The line that has begun, in copies: a source may use the memory of its chunks again. */
  #parts: Buffer[] = []
  #size = 0
  #number = 1

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Gives the lines that a chunk completes. A line that gets too long is given at once, and once. */
  *feed(chunk: Uint8Array | string): Generator<Line> {
    const bytes =
      typeof chunk === 'string'
        ? Buffer.from(chunk)
        : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    const isAscii = holdsAscii(bytes)
    let start = 0
    for (;;) {
      const end = bytes.indexOf(LINE_FEED, start)
      const stop = end < 0 ? bytes.length : end
      const wasTooLong = this.#size > this.#maxBytes
      this.#size += stop - start
      const isTooLong = this.#size > this.#maxBytes
      if (isTooLong) {
        this.#parts = []
        if (!wasTooLong) yield { number: this.#number, text: '', problem: 'too_long' }
      }
      if (end < 0) {
        if (!isTooLong && stop > start) this.#parts.push(Buffer.from(bytes.subarray(start)))
        return
      }
      if (!isTooLong) yield this.#take(bytes, start, end, isAscii)
      this.#size = 0
      this.#number += 1
      start = end + 1
    }
  }

  /** Gives the last line if it has no line feed. */
  *end(): Generator<Line> {
    if (this.#parts.length > 0) yield this.#take(NOTHING, 0, 0, true)
  }

  /** Ends a line whose last bytes are those of `last` between two places. */
  #take(last: Buffer, start: number, end: number, isAscii: boolean): Line {
    if (this.#parts.length > 0) {
      const bytes = Buffer.concat([...this.#parts, last.subarray(start, end)])
      this.#parts = []
      return this.#take(bytes, 0, bytes.length, holdsAscii(bytes))
    }
    const number = this.#number
    const hasMark = number === 1 && BYTE_ORDER_MARK.every((byte, at) => last[start + at] === byte)
    const from = hasMark ? start + BYTE_ORDER_MARK.length : start
    const to = end > start && last[end - 1] === CARRIAGE_RETURN ? end - 1 : end
    const isShort = to - from < LONG
    if (isAscii && isShort)
      return { number, text: last.toString('latin1', from, to), problem: null }
    const bytes = last.subarray(from, to)
    const problem = isAscii || isUtf8(bytes) ? null : 'invalid_utf8'
    if (isShort || problem !== null) return { number, text: bytes.toString(), problem }
    return { number, text: longText(bytes, isAscii), bytes, problem }
  }
}

/** Decodes a long text of UTF-8, for which transcoding takes half the time. */
function longText(bytes: Buffer, isAscii: boolean): string {
  return isAscii ? bytes.toString('latin1') : transcode(bytes, 'utf8', 'ucs2').toString('ucs2')
}

/** Splits bytes into lines, see {@link LineSplitter}. */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  maxBytes: number,
): AsyncGenerator<Line, void, void> {
  const splitter = new LineSplitter(maxBytes)
  for await (const chunk of chunks) for (const line of splitter.feed(chunk)) yield line
  for (const line of splitter.end()) yield line
}

const NOTHING = Buffer.alloc(0)
const LONG = 2048
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]
