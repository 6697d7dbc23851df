/** A growing buffer of output bytes. */
export class Sink {
  #bytes: Buffer
  #length = 0

  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafeSlow(capacity)
  }

  /** Appends a copy of `source` from `start` to `end`. */
  bytes(source: Uint8Array, start: number, end: number): void {
    const count = end - start
    this.#reserve(count)
    const to = this.#length
    if (count <= SHORT) {
      const target = this.#bytes
      for (let k = 0; k < count; k++) target[to + k] = source[start + k]!
    } else this.#bytes.set(source.subarray(start, end), to)
    this.#length = to + count
  }

  /** Appends bytes given as Latin-1 text. */
  latin1(text: string): void {
    this.#reserve(text.length)
    this.#length += this.#bytes.write(text, this.#length, 'latin1')
  }

  /** Appends text. */
  text(text: string): void {
    this.#reserve(text.length * 3)
    this.#length += this.#bytes.write(text, this.#length)
  }

  /** Appends text and a line feed. */
  line(text: string): void {
    this.text(text)
    this.latin1('\n')
  }

  /** Remembers how much was written, for {@link rewind}. */
  mark(): number {
    return this.#length
  }

  /** Discards what was written since a mark; returns -1, which callers return for "nothing written". */
  rewind(mark: number): -1 {
    this.#length = mark
    return -1
  }

  /** Starts again with room for `capacity` bytes, in the same memory if that may be reused. */
  restart(capacity: number, reuse: boolean): void {
    this.#length = 0
    if (reuse && this.#bytes.length >= capacity) return
    this.#bytes = Buffer.allocUnsafeSlow(capacity)
  }

  /** What was written since the last start. */
  written(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#length + count))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

/** For fewer bytes a loop is faster than the native call. */
const SHORT = 48
