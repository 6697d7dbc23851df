import { isUtf8 } from 'node:buffer'

/** A line of the input, or the reason why it cannot be used. */
export interface InputLine {
  /** Starts at 1; blank lines are skipped but counted, as in an editor. */
  readonly number: number
  readonly text: string
  readonly problem?: { readonly code: string; readonly message: string }
}

const MAX_LINE_BYTES = 128 * 1024 * 1024
const LINE_FEED = 0x0a

/** Splits bytes into lines; holds one chunk and one line in memory. */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number = MAX_LINE_BYTES,
): AsyncGenerator<InputLine> {
  let parts: Buffer[] = []
  let size = 0
  let number = 0
  const keep = (bytes: Uint8Array): void => {
    size += bytes.length
    if (size > maxBytes) parts = []
    else if (bytes.length > 0) parts.push(Buffer.from(bytes))
  }
  const finish = (): InputLine | undefined => {
    const line = toLine(parts, size, maxBytes)
    parts = []
    size = 0
    number += 1
    return line === undefined ? undefined : { number, ...line }
  }
  for await (const chunk of chunks) {
    let start = 0
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start)
      if (end < 0) break
      keep(chunk.subarray(start, end))
      start = end + 1
      const line = finish()
      if (line !== undefined) yield line
    }
    keep(chunk.subarray(start))
  }
  const last = finish()
  if (last !== undefined) yield last
}

function toLine(
  parts: readonly Buffer[],
  size: number,
  maxBytes: number,
): Omit<InputLine, 'number'> | undefined {
  if (size > maxBytes) {
    const message = `The line has more than ${maxBytes} bytes.`
    return { text: '', problem: { code: 'LINE_TOO_LONG', message } }
  }
  const bytes = Buffer.concat(parts)
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  if (text.trim() === '') return undefined
  if (!isUtf8(bytes)) {
    return { text, problem: { code: 'INVALID_UTF8', message: 'The line is not UTF-8.' } }
  }
  return { text }
}
