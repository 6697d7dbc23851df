import { isatty } from 'node:tty'

import { replace } from './replace.ts'

type Done = (error?: Error | null) => void
type Stream = NodeJS.WriteStream & {
  _write: (chunk: unknown, encoding: BufferEncoding, done: Done) => void
}

const TRAITS = ['columns', 'rows', 'getColorDepth', 'hasColors', 'getWindowSize']

/**
 * Catches stdout and hears stderr where a stream hands its bytes to the system. All above that, such as callbacks, `end`
 * and `pipe`, stays Node's own.
 */
export function catchStreams(
  toSink: (bytes: Uint8Array) => void,
  hear: (text: unknown) => void,
): void {
  const stdout = process.stdout as Stream
  const isTerminal = [0, 1, 2].map((fd) => isatty(fd))
  const take = (chunk: unknown, encoding: BufferEncoding) =>
    toSink(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : (chunk as Uint8Array))
  set(stdout, '_write', (chunk: unknown, encoding: BufferEncoding, done: Done) => {
    take(chunk, encoding)
    done()
  })
  set(
    stdout,
    '_writev',
    (all: readonly { chunk: unknown; encoding: BufferEncoding }[], done: Done) => {
      for (const { chunk, encoding } of all) take(chunk, encoding)
      done()
    },
  )
  set(stdout, '_final', (done: Done) => done())
  const stderr = process.stderr as Stream
  const write = stderr._write
  set(stderr, '_writev', undefined)
  set(stderr, '_write', (chunk: unknown, encoding: BufferEncoding, done: Done) => {
    hear(chunk)
    write.call(stderr, chunk, encoding, done)
  })
  for (const stream of [stdout, stderr]) {
    if (!stream.isTTY) continue
    set(stream, 'isTTY', undefined)
    for (const trait of TRAITS) set(stream, trait, undefined)
  }
  // Opening stdin has effects, so it is left alone unless somebody sits there.
  if (isTerminal[0]) set(process.stdin, 'isTTY', undefined)
}

function set(owner: object, name: string, value: unknown): void {
  replace(owner, name, { value, writable: true, enumerable: true })
}
