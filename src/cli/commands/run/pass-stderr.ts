import { visibleText } from '../../../internal/visible-text.ts'

const LINE_FEED = 10
/** Erases the progress line before text is written over it. */
const CLEAR_LINE = '\r\u001b[2K'
/** A longer line is written in parts. */
const MAX_LINE = 64 * 1024

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
 * Forwards the stderr of a tool to ours, unchanged unless ours is a terminal. There only whole lines are
 * written, because progress would overwrite an unfinished one, and of control sequences only colours.
 */
export function passStderr(open: () => ErrorStream, isDrawn: boolean): StderrPass {
  // Node takes milliseconds to open the stream, and most tools write nothing.
  let stream: ErrorStream | undefined
  let rest = Buffer.alloc(0)
  const show = (bytes: Uint8Array, end = ''): void => {
    const text = withoutControls(Buffer.from(bytes).toString('utf8'))
    stream?.write(`${isDrawn ? CLEAR_LINE : ''}${text}${end}`)
  }
  return {
    take(chunk) {
      stream ??= open()
      if (stream.isTTY !== true) return void stream.write(chunk)
      const text = Buffer.concat([rest, chunk])
      const end = text.lastIndexOf(LINE_FEED) + 1
      rest = text.subarray(end)
      if (end > 0) show(text.subarray(0, end))
      if (rest.length > MAX_LINE) this.end()
    },
    end() {
      if (rest.length > 0) show(rest, '\n')
      rest = Buffer.alloc(0)
    },
  }
}

// oxlint-disable-next-line no-control-regex -- finding control characters is the point
const COLOUR = /(\u001b\[[\d;:]{0,40}m)/
const RESET = '\u001b[0m'

/** Keeps colours and line breaks and makes other control characters visible. */
function withoutControls(text: string): string {
  const parts = text.replaceAll(/\r\n?/g, '\n').split(COLOUR)
  const shown = parts.map((part, index) => (index % 2 === 1 ? part : visibleText(part, '\n\t')))
  return shown.join('') + (parts.length > 1 ? RESET : '')
}
