import * as fs from 'node:fs'

/** The functions of Node as they were before anything was caught. */
export const native = {
  openSync: fs.openSync,
  readSync: fs.readSync,
  writeSync: fs.writeSync as (fd: number, bytes: Uint8Array, from?: number) => number,
  unlinkSync: fs.unlinkSync,
  fstatSync: fs.fstatSync,
  closeSync: fs.closeSync,
}

const OUT = 1

/** Writes all bytes to a descriptor, however slowly they are read; false if nobody reads them any more. */
export function writeAll(fd: number, bytes: Uint8Array): boolean {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let from = 0; from < bytes.length;) {
    try {
      from += native.writeSync(fd, bytes, from)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return false
      Atomics.wait(pause, 0, 0, 5)
    }
  }
  return true
}

/** Writes a text to the real stdout. */
export function writeOut(text: string): boolean {
  return writeAll(OUT, Buffer.from(text))
}
