import { closeSync, openSync, type writeSync } from 'node:fs'

import type { OutputStream, World } from '../runtime/index.ts'

/** A text to write right before the process ends. */
export interface LastText {
  readonly stream: OutputStream
  readonly text: string
}

/** How long a reader may take for the answer. */
const READER_MS = 1500

/** Writes texts synchronously and ends the process. */
export function writeAndExit(world: World, texts: readonly LastText[], exitCode: number): void {
  const { writeSync: write, pending } = world.direct!
  for (const { stream, text } of texts) {
    const bytes = Buffer.concat([...unsent(stream, pending[stream]), Buffer.from(text, 'utf8')])
    writeAll(stream === 'stdout' ? 1 : 2, bytes, write)
  }
  muteStderr()
  world.abandon(exitCode)
}

/** Lists the bytes that a stream has accepted and not written yet; they must come first. */
function unsent(stream: OutputStream, accepted: readonly Uint8Array[]): readonly Uint8Array[] {
  const [first, ...others] = accepted
  if (!first) return []
  const { _handle: handle } = process[stream] as { _handle?: { writeQueueSize?: number } }
  return [first.subarray(first.length - (handle?.writeQueueSize ?? 0)), ...others]
}

function writeAll(fd: number, bytes: Uint8Array, write: typeof writeSync): void {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  const deadline = performance.now() + READER_MS
  let at = 0
  while (at < bytes.length) {
    try {
      at += write(fd, bytes, at)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EAGAIN' && performance.now() < deadline) Atomics.wait(pause, 0, 0, 5)
      // The reader has stopped, the pipe is closed or the disk is full; only the exit code is left.
      else if (code !== 'EINTR') return
    }
  }
}

/** Suppresses Node's message on stderr about an attached debugger, which the inspector call causes. */
function muteStderr(): void {
  try {
    closeSync(2)
    // Opens as descriptor 2, the lowest free one, so that the message reaches no other file.
    openSync(process.platform === 'win32' ? '//./NUL' : '/dev/null', 'w')
  } catch {
    // The message does no harm.
  }
}
