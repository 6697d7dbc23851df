import { isatty } from 'node:tty'

import { replace } from './replace.ts'

type Done = (error?: Error | null) => void
type Stream = NodeJS.WriteStream & {
  _write: (chunk: unknown, encoding: BufferEncoding, done: Done) => void
}

const TRAITS = ['isTTY', 'columns', 'rows', 'getColorDepth', 'hasColors', 'getWindowSize']

/**
 * Catches stdout and hears stderr where a stream hands its bytes to the system. All above that, such as callbacks, `end`
 * and `pipe`, stays Node's own.
 */
export function catchStreams(
  toSink: (bytes: Uint8Array) => void,
  hear: (text: unknown) => void,
): void {
  const { stdout, stderr } = process as unknown as Record<'stdout' | 'stderr', Stream>
  const hasUser = isatty(0)
  const write = stderr._write
  set(stdout, '_write', (chunk: unknown, encoding: BufferEncoding, done: Done) => {
    toSink(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : (chunk as Uint8Array))
    done()
  })
  set(stdout, '_final', (done: Done) => done())
  set(stderr, '_write', (chunk: unknown, encoding: BufferEncoding, done: Done) => {
    hear(chunk)
    write.call(stderr, chunk, encoding, done)
  })
  for (const stream of [stdout, stderr]) {
    // Several chunks come one by one.
    set(stream, '_writev', undefined)
    if (stream.isTTY) for (const trait of TRAITS) set(stream, trait, undefined)
  }
  // Opening stdin has effects, so it is left alone unless somebody sits there.
  if (hasUser) set(process.stdin, 'isTTY', undefined)
}

function set(owner: object, name: string, value: unknown): void {
  replace(owner, name, { value, writable: true, enumerable: true })
}
