/** One command of a shell in a transcript, and what is written there about its end. */
export interface ReplayCall {
  readonly session: string
  /** When it was made or ended, ISO 8601. */
  readonly time?: string | undefined
  /** As it was typed. */
  readonly command: string
  /** What the agent saw of it, both streams together; of a long one both ends. */
  readonly output: string
  /** The length of the whole output in characters. */
  readonly length: number
  /** Undefined where the transcript does not tell. */
  readonly exit?: number | undefined
  readonly cwd?: string | undefined
  /** Whether the client left a part of the output out. */
  readonly isCut?: boolean
  /** Whether a person or a rule denied the call, so that it never ran. */
  readonly isRefused?: boolean
  /** Whether it was ended from outside: a time limit, an interrupt. */
  readonly isEnded?: boolean
  /** False if the transcript has no output of it, or none at all. */
  readonly hasOutput?: boolean
}

/** What a reader finds: a command, or another tool that may have changed something. */
export type TranscriptEvent =
  | ({ readonly kind: 'call' } & ReplayCall)
  | { readonly kind: 'change'; readonly session: string }

/** A value of a transcript: a line, or an item of a list in a document. */
export interface TranscriptRecord {
  /** The member of the document that it is an item of, or that it is; empty for a line. */
  readonly at: string
  readonly value: Readonly<Record<string, unknown>>
}

/** Reads the transcripts of one client. */
export interface TranscriptReader {
  /** The name for `--as`. */
  readonly id: string
  readonly title: string
  /** Tests whether a record can only be one of this client. */
  readonly recognises: (record: TranscriptRecord) => boolean
  /** Starts to read a file; the name of the file is the session where the records name none. */
  readonly open: (file: string) => TranscriptSession
}

/** One file that is being read. */
export interface TranscriptSession {
  readonly read: (record: TranscriptRecord) => readonly TranscriptEvent[]
  /** Gives the commands whose end the file does not have. */
  readonly end: () => readonly TranscriptEvent[]
}

/** Characters of an output that are held, half of them from each end. */
const MAX_OUTPUT = 256 * 1024
const MAX_COMMAND = 64 * 1024

/** Makes the event of a command; bounds its texts. */
export function toCall(
  call: Omit<ReplayCall, 'length' | 'output'> & { readonly output?: unknown },
): TranscriptEvent {
  const text = textOf(call.output)
  const half = MAX_OUTPUT / 2
  const output =
    text.length <= MAX_OUTPUT ? text : `${text.slice(0, half)}\n[…]\n${text.slice(-half)}`
  return {
    kind: 'call',
    ...call,
    command: call.command.slice(0, MAX_COMMAND),
    output,
    length: text.length,
    hasOutput: call.hasOutput ?? call.output !== undefined,
  }
}

/** Reads a text: itself, or the texts of its parts, as messages of models have them. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return ''
  return value.map((part) => textOf(memberOf(part, 'text'))).join('\n')
}

export function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Reads a word to be compared; values of other forms are none. */
export function wordOf(value: unknown): string {
  return stringOf(value) ?? ''
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads a moment as ISO 8601: a text, or seconds or milliseconds since 1970. */
export function timeOf(value: unknown): string | undefined {
  const number = numberOf(value)
  const date = new Date(
    number === undefined ? (stringOf(value) ?? '') : number < 1e11 ? number * 1000 : number,
  )
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** Calls that have begun, by their id. The oldest is given up where there are too many. */
export class PendingCalls<Call> {
  readonly #calls = new Map<string, Call>()

  set(id: string, call: Call): void {
    if (this.#calls.size >= MAX_PENDING)
      this.#calls.delete(this.#calls.keys().next().value as string)
    this.#calls.set(id, call)
  }

  take(id: string | undefined): Call | undefined {
    const call = id === undefined ? undefined : this.#calls.get(id)
    if (call !== undefined) this.#calls.delete(id!)
    return call
  }

  rest(): readonly Call[] {
    return [...this.#calls.values()]
  }
}

const MAX_PENDING = 256
