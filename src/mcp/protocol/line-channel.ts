import { isJsonObject, type JsonObject } from '../../contract/index.ts'
import { splitLines, type Line } from '../../internal/lines.ts'
import { errorAnswer, idOf, INTERNAL_ERROR, PARSE_ERROR, readMessage } from './rpc-message.ts'

/** The longest message; more is refused without being kept. */
const MAX_LINE_BYTES = 16 * 1024 * 1024

const PROBLEMS: Record<NonNullable<Line['problem']>, string> = {
  too_long: 'The message is too long.',
  // Other characters in their place would be arguments that nobody gave.
  invalid_utf8: 'The message is not UTF-8.',
}

/** How long calls may go on after their caller closed the channel. */
const LAST_ANSWERS_MS = 2000

export interface LineStreams {
  readonly input: AsyncIterable<Uint8Array>
  readonly write: (line: string) => void | Promise<void>
}

/**
 * A channel of JSON-RPC messages, one a line. Unlike the library's own it answers lines that are no
 * messages, and at the end of its input waits a moment for the answers under way.
 */
export class LineChannel {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JsonObject) => void
  /** Resolves when the channel is closed and everything is written. */
  readonly closed: Promise<void>

  readonly #streams: LineStreams
  /** The ids of requests without an answer. */
  readonly #open = new Set<string | number>()
  #allAnswered: (() => void) | null = null
  #isClosed = false
  #last: Promise<void> = Promise.resolve()
  #resolveClosed: () => void = () => {}

  constructor(streams: LineStreams) {
    this.#streams = streams
    this.closed = new Promise((resolve) => (this.#resolveClosed = resolve))
  }

  async start(): Promise<void> {
    void this.#read()
  }

  async send(message: JsonObject): Promise<void> {
    if (this.#isClosed) return
    this.#write(JSON.stringify(message))
    if (!('method' in message)) this.#settle(idOf(message))
    await this.#last
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.onclose?.()
    await this.#last
    this.#resolveClosed()
  }

  async #read(): Promise<void> {
    try {
      for await (const { text, problem } of splitLines(this.#streams.input, MAX_LINE_BYTES)) {
        if (this.#isClosed) return
        if (problem !== null)
          this.#write(JSON.stringify(errorAnswer(null, PARSE_ERROR, PROBLEMS[problem])))
        else if (text.trim() !== '') this.#take(text)
      }
    } catch (error) {
      this.onerror?.(error as Error)
    }
    await this.#lastAnswers()
    await this.close()
  }

  #take(line: string): void {
    const read = readMessage(line)
    if (read.kind === 'refused') return this.#write(JSON.stringify(read.answer))
    const { message } = read
    const { method, params } = message
    const id = idOf(message)
    if (id !== null && method !== undefined) this.#open.add(id)
    if (method === 'notifications/cancelled' && isJsonObject(params))
      this.#settle(idOf({ id: params['requestId'] ?? null }))
    try {
      this.onmessage?.(message)
    } catch {
      if (id === null) return
      this.#settle(id)
      this.#write(JSON.stringify(errorAnswer(id, INTERNAL_ERROR, 'The message was not handled.')))
    }
  }

  /** Waits for the calls under way, but not for ever: their caller may be gone. */
  async #lastAnswers(): Promise<void> {
    if (this.#open.size === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LAST_ANSWERS_MS)
      this.#allAnswered = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #settle(id: string | number | null): void {
    if (id !== null) this.#open.delete(id)
    if (this.#open.size === 0) this.#allAnswered?.()
  }

  /** Writes a line after all earlier ones. */
  #write(text: string): void {
    const write = async () => {
      try {
        await this.#streams.write(`${text}\n`)
      } catch (error) {
        // The reader is gone, and with it whoever could be told.
        this.onerror?.(error as Error)
        void this.close()
      }
    }
    this.#last = this.#last.then(write)
  }
}
