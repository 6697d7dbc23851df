import { toStream, type Written } from './call-record.ts'
import type { LiveOutput, ShownStream } from './views.ts'

/** What a page shows of each stream while the call runs. */
const MAX_TAIL = 16 * 1024

type Name = keyof Written

/** The end of what a running process has written, and how much that was in all. */
export class LiveStreams {
  #tails: Readonly<Record<Name, Buffer>> = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) }
  #written: Written = { stdout: 0, stderr: 0 }

  get written(): Written {
    return this.#written
  }

  /** A further attempt begins with empty streams. */
  restart(): void {
    this.#tails = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) }
    this.#written = { stdout: 0, stderr: 0 }
  }

  take(name: Name, chunk: Uint8Array): void {
    const all = Buffer.concat([this.#tails[name], chunk])
    this.#tails = { ...this.#tails, [name]: all.subarray(Math.max(0, all.length - MAX_TAIL)) }
    this.#written = { ...this.#written, [name]: this.#written[name] + chunk.length }
  }

  shown(): LiveOutput {
    return { stdout: this.#stream('stdout'), stderr: this.#stream('stderr') }
  }

  #stream(name: Name): ShownStream {
    const tail = this.#tails[name]
    return toStream(tail, 0, this.#written[name] - tail.length)
  }
}
