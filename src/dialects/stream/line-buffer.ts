import type { Arena } from './scan/arena.ts'

/** Receives lines. */
export interface LineListener {
  /** Called with complete lines in the arena from `from` to `to`, each with its line feed. */
  lines(from: number, to: number): void
  /** Called for a line that was too long and is dropped. */
  tooLong(): void
}

/** Cuts chunks of any size into complete lines inside an arena. Memory grows only with the longest line. */
export class LineBuffer {
  readonly #arena: Arena
  readonly #maxLineBytes: number
  readonly #listener: LineListener
  #fill: number
  #isSkipping = false

  constructor(arena: Arena, maxLineBytes: number, listener: LineListener) {
    this.#arena = arena
    this.#maxLineBytes = maxLineBytes
    this.#listener = listener
    this.#fill = arena.start
  }

  /** Takes the next chunk; the listener has seen every complete line when it returns. */
  feed(chunk: Uint8Array): void {
    let at = 0
    while (at < chunk.length) {
      if (this.#isSkipping) {
        const lineFeed = chunk.indexOf(LINE_FEED, at)
        if (lineFeed < 0) return
        at = lineFeed + 1
        this.#isSkipping = false
        this.#listener.tooLong()
      } else if (this.#hasRoom()) at = this.#take(chunk, at)
      else this.#isSkipping = true
    }
  }

  /** Ends the input; the rest is the last line, even without a line feed. */
  end(): void {
    const isOver = this.#fill - this.#arena.start > this.#maxLineBytes
    if (this.#isSkipping || isOver) this.#listener.tooLong()
    else if (this.#fill > this.#arena.start) {
      const to = this.#fill + 1
      this.#arena.bytes[this.#fill] = LINE_FEED
      this.#fill = this.#arena.start
      this.#listener.lines(this.#arena.start, to)
    }
    this.#isSkipping = false
  }

  #take(chunk: Uint8Array, at: number): number {
    const { bytes, start, end } = this.#arena
    const stop = Math.min(chunk.length, at + end - this.#fill)
    const from = this.#fill
    bytes.set(at === 0 && stop === chunk.length ? chunk : chunk.subarray(at, stop), from)
    this.#fill = from + stop - at
    const lineFeed = chunk.lastIndexOf(LINE_FEED, stop - 1)
    if (lineFeed < at) return stop
    const to = from + lineFeed - at + 1
    this.#listener.lines(start, to)
    bytes.copyWithin(start, to, this.#fill)
    this.#fill = start + this.#fill - to
    return stop
  }

  /** Makes room for one more byte; false if the line is too long and is dropped. */
  #hasRoom(): boolean {
    const { start, end } = this.#arena
    if (this.#fill < end) return true
    const length = this.#fill - start
    if (length > this.#maxLineBytes) {
      this.#fill = start
      return false
    }
    // One byte beyond the limit, for the line feed of the longest line.
    this.#arena.grow(Math.min(length * 2, this.#maxLineBytes + 1))
    return true
  }
}

const LINE_FEED = 0x0a
