import { objectOf } from 'surety/unstable/contract'

/** One command of a shell in a transcript, and what is written there about its end. */
export interface ReplayCall {
  readonly session: string
  /** When it was made or ended, ISO 8601. */
  readonly time?: string | undefined
  /** As it was typed. */
  readonly command: string
  /** What the agent saw of it, both streams together. */
  readonly output: string
  /** Undefined where the transcript does not tell. */
  readonly exit?: number | undefined
  /** False if a person or a rule denied the call, or the transcript has no output of it. */
  readonly hasRun: boolean
}

/** A line of a transcript. */
export type TranscriptLine = Readonly<Record<string, unknown>>

/** Reads the transcripts of one client. */
export interface TranscriptReader {
  readonly title: string
  /** Tests whether a line can only be one of this client. */
  readonly recognises: (line: TranscriptLine) => boolean
  /** Starts to read a file: gives the calls that each line ends. */
  readonly open: (file: string) => (line: TranscriptLine) => readonly ReplayCall[]
}

/** Reads a text: itself, or the texts of its parts, as messages of models have them. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return ''
  return value.map((part) => textOf(memberOf(part, 'text'))).join('\n')
}

export function memberOf(value: unknown, name: string): unknown {
  const object = objectOf(value)
  return Object.hasOwn(object, name) ? object[name] : undefined
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** Reads a moment; whatever is none is left out. */
export function timeOf(value: unknown): string | undefined {
  const date = new Date(stringOf(value) ?? '')
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** Calls that have begun, by their id. The oldest is given up where there are too many. */
export class PendingCalls<Call> {
  readonly #calls = new Map<string, Call>()

  set(id: unknown, call: Call): void {
    if (this.#calls.size >= MAX_PENDING)
      this.#calls.delete(this.#calls.keys().next().value as string)
    this.#calls.set(String(id), call)
  }

  take(id: unknown): Call | undefined {
    const key = String(id)
    const call = this.#calls.get(key)
    this.#calls.delete(key)
    return call
  }
}

const MAX_PENDING = 256
