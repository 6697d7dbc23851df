import { isUtf8 } from 'node:buffer'

/** A line of standard input; the text is null if it is too long or not UTF-8. */
export interface StdinLine {
  /** Starts at 1; blank lines are skipped but counted. */
  readonly number: number
  readonly text: string | null
}

/** The longest line that is read, in bytes. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024

const LINE_FEED = 0x0a

/** Splits bytes into lines; holds one chunk and one line in memory. */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number = MAX_LINE_BYTES,
): AsyncGenerator<StdinLine> {
  let parts: Uint8Array[] = []
  let size = 0
  let number = 0
  const keep = (bytes: Uint8Array): void => {
    size += bytes.length
    if (size > maxBytes) parts = []
    else if (bytes.length > 0) parts.push(bytes)
  }
  const take = (): StdinLine | null => {
    const bytes = Buffer.concat(parts)
    const isUsable = size <= maxBytes && isUtf8(bytes)
    parts = []
    size = 0
    number += 1
    const text = isUsable ? bytes.toString('utf8').replace(/^\uFEFF/, '') : null
    return text?.trim() === '' ? null : { number, text }
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let end; (end = chunk.indexOf(LINE_FEED, start)) >= 0; start = end + 1) {
      keep(chunk.subarray(start, end))
      const line = take()
      if (line) yield line
    }
    keep(chunk.subarray(start))
  }
  const last = take()
  if (last) yield last
}
