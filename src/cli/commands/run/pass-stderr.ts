const LINE_FEED = 10
/** Erases the progress line before text is written over it. */
const CLEAR_LINE = '\r\u001b[2K'

/** The stream that receives the text. */
export interface ErrorStream {
  readonly isTTY?: boolean
  write(bytes: Uint8Array | string): unknown
}

/** Forwards the stderr of a tool. */
export interface StderrPass {
  take(chunk: Uint8Array): void
  /** Writes an unfinished last line. */
  end(): void
}

/**
 * Forwards the stderr of a tool to ours, unchanged. Where progress is drawn, only whole lines are
 * written, because progress would overwrite an unfinished one.
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
