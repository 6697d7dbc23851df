/** Collects the end of a stream in bounded memory. */
export interface CappedBytes {
  push(chunk: Uint8Array): void
  /** Number of bytes received. */
  readonly total: number
  /** True when the start was dropped. */
  readonly isCut: boolean
  /** Returns the last bytes, at most `cap`. */
  take(): Uint8Array
}

const EMPTY = new Uint8Array(0)

/** Makes a collector that keeps the last `cap` bytes. */
export function createCappedBytes(cap: number): CappedBytes {
  let chunks: Uint8Array[] = []
  let head = 0
  let held = 0
  let total = 0
  return {
    push(chunk) {
      total += chunk.byteLength
      chunks.push(chunk)
      held += chunk.byteLength
      for (
        let first = chunks[head];
        first && held - first.byteLength >= cap;
        first = chunks[head]
      ) {
        held -= first.byteLength
        // Free the bytes now and compact the array later.
        chunks[head] = EMPTY
        head += 1
      }
      if (head > 1024) {
        chunks = chunks.slice(head)
        head = 0
      }
    },
    get total() {
      return total
    },
    get isCut() {
      return total > cap
    },
    take() {
      if (chunks.length === 1 && held <= cap) return chunks[0] ?? EMPTY
      const all = Buffer.concat(chunks.slice(head), held)
      return held > cap ? all.subarray(held - cap) : all
    },
  }
}
