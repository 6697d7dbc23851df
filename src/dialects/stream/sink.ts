/** A growing run of output bytes that is handed on as one buffer. */
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

  /** Appends bytes that come as text in Latin-1. */
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

  /** Takes back what was written since a mark; gives -1, as whoever writes nothing does. */
  rewind(mark: number): -1 {
    this.#length = mark
    return -1
  }

  /** Starts anew with room for `capacity` bytes, in the same memory if it may be reused. */
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

/** Below this a loop beats the call into the platform. */
const SHORT = 48
