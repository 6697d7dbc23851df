import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../contract/index.ts'
import { splitLines, type Line } from '@surety/internal/lines.ts'
import { skipForeignMembers } from './skip-foreign-members.ts'

/** The numbers that JSON-RPC has for messages that cannot be handled. */
export const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const INTERNAL_ERROR = -32_603

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

/** Unlike the library's own channel, it answers lines that are no messages, and waits for the last answers. */
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
        if (problem !== null) this.#refuse(null, PARSE_ERROR, PROBLEMS[problem])
        else if (text.trim() !== '') this.#take(text)
      }
    } catch (error) {
      this.onerror?.(error as Error)
    }
    await this.#lastAnswers()
    await this.close()
  }

  #take(line: string): void {
    const message = parseJson(line)
    if (message === undefined) return this.#refuse(null, PARSE_ERROR, 'The message is not JSON.')
    if (Array.isArray(message))
      return this.#refuse(null, INVALID_REQUEST, 'Batches are not supported.')
    if (!isJsonObject(message))
      return this.#refuse(null, INVALID_REQUEST, 'The message is not an object.')
    const id = idOf(message)
    const problem = problemOf(message)
    if (problem !== null) return this.#refuse(id, INVALID_REQUEST, problem)
    const { method, params } = message
    if (id !== null && method !== undefined) this.#open.add(id)
    if (method === 'notifications/cancelled' && isJsonObject(params))
      this.#settle(idOf({ id: params['requestId'] ?? null }))
    skipForeignMembers()
    try {
      this.onmessage?.(message)
    } catch {
      if (id === null) return
      this.#settle(id)
      this.#refuse(id, INTERNAL_ERROR, 'The message was not handled.')
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

  #refuse(id: string | number | null, code: number, message: string): void {
    this.#write(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }))
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

function problemOf(message: JsonObject): string | null {
  const { jsonrpc, id, method, params } = message
  if (jsonrpc !== '2.0') return "The member jsonrpc must be '2.0'."
  if (id !== undefined && !isId(id)) return 'The id must be a text or a whole number.'
  if (method === undefined) {
    const isAnswer = id !== undefined && ('result' in message || isJsonObject(message['error']))
    return isAnswer ? null : 'The member method is missing.'
  }
  if (typeof method !== 'string') return 'The method must be a text.'
  return params === undefined || isJsonObject(params) ? null : 'The params must be an object.'
}

function isId(id: JsonValue): id is string | number {
  return typeof id === 'string' || Number.isSafeInteger(id)
}

/** Gives the id that an answer needs; null if there is none that can be used. */
function idOf({ id }: JsonObject): string | number | null {
  return id !== undefined && isId(id) ? id : null
}
