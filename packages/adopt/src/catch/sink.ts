import { constants } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { native, writeAll } from './native.ts'

/** More than this stays in a file that the answer names. */
const CAP = 100 * 1024 * 1024

/** Where the output of the program goes: a file without a name, to which children append as well. */
export class Sink {
  readonly fd: number
  #passed = 0

  constructor(fd: number) {
    this.fd = fd
  }

  get size(): number {
    return native.fstatSync(this.fd).size
  }

  write(bytes: Uint8Array): void {
    writeAll(this.fd, bytes)
  }

  /** Reads what was printed, or the start of it. */
  read(from = 0, size = Math.min(this.size, CAP) - from): Buffer {
    const bytes = Buffer.allocUnsafe(Math.max(0, size))
    let read = 0
    while (read < bytes.length) {
      const count = native.readSync(this.fd, bytes, read, bytes.length - read, from + read)
      if (count === 0) break
      read += count
    }
    return bytes.subarray(0, read)
  }

  get isLarge(): boolean {
    return this.size > CAP
  }

  /** Copies all that was printed into a file with a name. */
  keep(): string {
    const path = join(tmpdir(), `output-${process.pid}-${Date.now()}`)
    const file = native.openSync(path, 'wx', 0o600)
    this.copyTo((bytes) => writeAll(file, bytes))
    native.closeSync(file)
    return path
  }

  copyTo(write: (bytes: Uint8Array) => unknown): void {
    const step = 1 << 20
    for (let from = 0; from < this.size; from += step)
      write(this.read(from, Math.min(step, this.size - from)))
  }

  /** Gives the whole lines that were printed since the last time, and at the end the rest. */
  newLines(isEnd = false): string[] {
    const bytes = this.read(this.#passed, this.size - this.#passed)
    const end = isEnd ? bytes.length : bytes.lastIndexOf('\n') + 1
    this.#passed += end
    return bytes
      .toString('utf8', 0, end)
      .split('\n')
      .filter((line) => line.trim() !== '')
  }
}

/** Opens a sink where a file can be made; null where none can. */
export function openSink(): Sink | null {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_APPEND
  for (const folder of [tmpdir(), '/dev/shm', process.cwd()]) {
    const path = join(folder, `.output-${process.pid}-${process.hrtime.bigint()}`)
    try {
      const fd = native.openSync(path, flags, 0o600)
      native.unlinkSync(path)
      return new Sink(fd)
    } catch {
      // The next folder may allow it.
    }
  }
  return null
}
