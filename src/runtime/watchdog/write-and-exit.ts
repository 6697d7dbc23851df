import { closeSync, openSync, type writeSync } from 'node:fs'

import type { LastWords, OutputStream } from '../process/world.ts'

/** Writes what a process says last, completely and without giving way to anything. */
export function speak(
  words: readonly LastWords[],
  write: typeof writeSync,
  slow: Readonly<Record<OutputStream, readonly Uint8Array[]>>,
): void {
  for (const { stream, text } of words) {
    const bytes = Buffer.concat([...unsent(stream, slow[stream]), Buffer.from(text, 'utf8')])
    writeAll(stream === 'stdout' ? 1 : 2, bytes, write)
  }
  muteStderr()
}

/** What a stream has accepted and not written yet, which must not be cut in the middle. */
function unsent(stream: OutputStream, accepted: readonly Uint8Array[]): readonly Uint8Array[] {
  const [first, ...others] = accepted
  if (!first) return []
  const { _handle: handle } = process[stream] as { _handle?: { writeQueueSize?: number } }
  return [first.subarray(first.length - (handle?.writeQueueSize ?? 0)), ...others]
}

function writeAll(fd: number, bytes: Uint8Array, write: typeof writeSync): void {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  let at = 0
  while (at < bytes.length) {
    try {
      at += write(fd, bytes, at)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EAGAIN') Atomics.wait(pause, 0, 0, 5)
      // The reader is gone or the disk is full, and the exit code is all that is left to say.
      else if (code !== 'EINTR') return
    }
  }
}

/** Keeps Node from remarking that a debugger is attached, which is how a busy thread is spoken to. */
function muteStderr(): void {
  try {
    closeSync(2)
    // The lowest free number is taken, which keeps any other file from being remarked into.
    openSync(process.platform === 'win32' ? '//./NUL' : '/dev/null', 'w')
  } catch {
    // A remark does no harm.
  }
}
