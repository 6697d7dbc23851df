import type { Writable } from 'node:stream'

/** A source of NDJSON: any stream of bytes or text. */
export type ByteSource = AsyncIterable<Uint8Array | string>

/** A target for NDJSON: any writable stream; it is not ended. */
export type ByteTarget = Pick<Writable, 'write' | 'on' | 'off' | 'destroyed'>

export const MAX_LINE_BYTES = 128 * 1024 * 1024

/** Writes and waits until the target accepts more; rejects if it failed or was closed. */
export async function writeAll(target: ByteTarget, bytes: Uint8Array): Promise<void> {
  if (bytes.length === 0 || target.write(bytes)) return
  await new Promise<void>((resolve, reject) => {
    const onClose = (): void =>
      settle(new Error('The output was closed before everything was written.'))
    const settle = (cause?: Error): void => {
      target.off('drain', settle).off('error', settle).off('close', onClose)
      if (cause) reject(cause)
      else resolve()
    }
    target.on('drain', settle).on('error', settle).on('close', onClose)
    if (target.destroyed === true) onClose()
  })
}
