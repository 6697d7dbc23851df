/** The most bytes that are read of a stream. Of a longer one the end is read, where envelopes are. */
export const MAX_BYTES = 256 * 1024 * 1024

/** A stream as text, and what was wrong with its bytes. */
export interface StreamText {
  readonly text: string
  readonly invalidUtf8: boolean
  readonly cutOff: boolean
}

/** Decodes a captured stream; never throws. */
export function textOf(stream: unknown): StreamText {
  if (typeof stream === 'string') {
    const cutOff = stream.length > MAX_BYTES
    return { text: cutOff ? stream.slice(-MAX_BYTES) : stream, invalidUtf8: false, cutOff }
  }
  if (!(stream instanceof Uint8Array)) return { text: '', invalidUtf8: false, cutOff: false }
  const cutOff = stream.length > MAX_BYTES
  const bytes = cutOff ? stream.subarray(-MAX_BYTES) : stream
  try {
    return { text: strict.decode(bytes), invalidUtf8: false, cutOff }
  } catch {
    // Not UTF-8: the lenient decoder below replaces the bad bytes by U+FFFD.
    return { text: lenient.decode(bytes), invalidUtf8: true, cutOff }
  }
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })
