import { Readable, Writable } from 'node:stream'

import { translateStream } from './translate-stream.ts'

/** Translates a whole input, cut into chunks of one size, to a slow reader. */
export async function run(
  from: string,
  to: string,
  input: string | Uint8Array,
  {
    chunk,
    ...options
  }: { readonly chunk?: number; readonly stow?: 'exact'; readonly maxLineBytes?: number } = {},
) {
  const parts: Buffer[] = []
  const target = new Writable({
    highWaterMark: 100,
    write(part: Buffer, _encoding, done) {
      parts.push(Buffer.from(part))
      setImmediate(done)
    },
  })
  const bytes = Buffer.from(input)
  const size = chunk ?? (bytes.length || 1)
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  )
  const summary = await translateStream(Readable.from(chunks), target, { from, to, ...options })
  const text = Buffer.concat(parts).toString()
  return { summary, text, lines: text.split('\n').slice(0, -1) }
}
