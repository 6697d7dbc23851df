import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs'

export interface Span {
  readonly at: number
  readonly length: number
}

const CHUNK_BYTES = 1024 * 1024
/** Below the length limit of strings, above that of any record. */
const MAX_LINE_BYTES = 400 * 1024 * 1024
const LINE_FEED = 10

/** An open file of lines that is only appended to. It follows the file, not its path. */
export class StateFile {
  readonly #file: number
  #isTorn = false
  rest = ''

  constructor(path: string, isNew: boolean) {
    const flags = constants.O_APPEND | constants.O_RDWR | (isNew ? constants.O_CREAT : 0)
    this.#file = openSync(path, flags, 0o600)
    if (fstatSync(this.#file).isFile()) return
    this.close()
    throw new Error('not a regular file')
  }

  append(value: unknown): void {
    if (fstatSync(this.#file).nlink === 0) throw new Error('it was deleted')
    // A line appended to a torn one could not be read.
    const start = this.#isTorn ? '\n' : ''
    const bytes = Buffer.from(`${start}${JSON.stringify(value)}\n`)
    const written = writeSync(this.#file, bytes)
    this.#isTorn = written === 0 ? this.#isTorn : written !== bytes.length
    if (written !== bytes.length) throw new Error('ENOSPC')
  }

  /** Gives the lines with their places; the text of one that is too long is null. */
  *lines(from = 0, chunkBytes = CHUNK_BYTES) {
    const chunk = Buffer.allocUnsafe(chunkBytes)
    let parts: Buffer[] = []
    let [at, length, position] = [from, 0, from]
    for (;;) {
      const count = readSync(this.#file, chunk, 0, chunkBytes, position)
      if (count === 0) break
      position += count
      for (let start = 0; start < count;) {
        const end = chunk.subarray(0, count).indexOf(LINE_FEED, start)
        const part = chunk.subarray(start, end === -1 ? count : end)
        length += part.length
        if (length > MAX_LINE_BYTES) parts = []
        else parts.push(end === -1 ? Buffer.from(part) : part)
        if (end === -1) break
        const isTooLong = length > MAX_LINE_BYTES
        yield { at, length, text: isTooLong ? null : Buffer.concat(parts).toString('utf8') }
        parts = []
        at += length + 1
        length = 0
        start = end + 1
      }
    }
    this.#isTorn = length > 0
    this.rest = Buffer.concat(parts).subarray(0, 4096).toString('utf8')
    return at
  }

  read({ at, length }: Span): unknown {
    const bytes = Buffer.allocUnsafe(length)
    for (let done = 0; done < length;) {
      const count = readSync(this.#file, bytes, done, length - done, at + done)
      if (count === 0) throw new Error('it was cut short')
      done += count
    }
    return JSON.parse(bytes.toString('utf8'))
  }

  close(): void {
    closeSync(this.#file)
  }
}
