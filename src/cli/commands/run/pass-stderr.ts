const LINE_FEED = 10
/** Takes a line of progress away that may stand where the text goes. */
const CLEAR_LINE = '\r\u001b[2K'

/** A stream that text is passed on to. */
export interface ErrorStream {
  readonly isTTY?: boolean
  write(bytes: Uint8Array | string): unknown
}

/** Passes a tool's own stderr on. */
export interface StderrPass {
  take(chunk: Uint8Array): void
  /** Writes what is left of a line without an end. */
  end(): void
}

/**
 * Makes the way of a tool's stderr to ours. Bytes go through as they are; at a terminal that draws
 * progress they go line by line, because half a line would be drawn over.
 */
export function passStderr(stream: ErrorStream, isDrawn: boolean): StderrPass {
  if (stream.isTTY !== true || !isDrawn) {
    return { take: (chunk) => void stream.write(chunk), end() {} }
  }
  let rest = Buffer.alloc(0)
  return {
    take(chunk) {
      const text = Buffer.concat([rest, chunk])
      const end = text.lastIndexOf(LINE_FEED) + 1
      rest = text.subarray(end)
      if (end > 0) stream.write(Buffer.concat([Buffer.from(CLEAR_LINE), text.subarray(0, end)]))
    },
    end() {
      if (rest.length > 0) stream.write(`${CLEAR_LINE}${rest.toString('utf8')}\n`)
      rest = Buffer.alloc(0)
    },
  }
}
