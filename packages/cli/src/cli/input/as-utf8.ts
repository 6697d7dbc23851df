import { TextDecoder } from 'node:util'

/** Makes UTF-8 of UTF-16 with its mark, which PowerShell writes where it redirects to a file. */
export async function* asUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // Null: it is something else; undefined: it is not known yet.
  let decoder: TextDecoder | null | undefined
  let start = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes: Uint8Array = decoder === undefined ? Buffer.concat([start, chunk]) : chunk
    if (decoder === undefined && bytes.length < 2) {
      start = Buffer.from(bytes)
      continue
    }
    if (decoder === undefined) decoder = decoderOf(bytes)
    yield decoder === null ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }))
  }
  if (decoder === undefined && start.length > 0) yield start
  // A character that was cut off becomes U+FFFD.
  else if (decoder) yield Buffer.from(decoder.decode())
}

function decoderOf([first, second]: Uint8Array): TextDecoder | null {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  return first === 0xfe && second === 0xff ? new TextDecoder('utf-16be') : null
}
