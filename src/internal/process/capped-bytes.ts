const EMPTY = new Uint8Array(0)

/** Collects a stream in bounded memory: the last `cap` bytes are kept. */
export function createCappedBytes(cap: number) {
  let chunks: Uint8Array[] = []
  let head = 0
  let held = 0
  let total = 0
  return {
    push(chunk: Uint8Array): void {
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
    /** Number of bytes received. */
    get total() {
      return total
    },
    /** True when the start was dropped. */
    get isCut() {
      return total > cap
    },
    take(): Uint8Array {
      if (chunks.length === 1 && held <= cap) return chunks[0] ?? EMPTY
      const all = Buffer.concat(chunks.slice(head), held)
      return held > cap ? all.subarray(held - cap) : all
    },
  }
}
