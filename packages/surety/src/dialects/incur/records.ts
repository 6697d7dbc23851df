import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'

/** How many documents or lines of output without an envelope are kept; the last ones count. */
export const MAX_PRINTED = 100_000

/** A list that keeps only its last values, so that hostile input cannot fill the memory. */
export class LastValues<T> {
  readonly #most: number
  #values: T[] = []
  #count = 0

  constructor(most: number) {
    this.#most = most
  }

  get leftOut(): number {
    return Math.max(0, this.#count - this.#most)
  }

  push(value: T): void {
    this.#count += 1
    this.#values.push(value)
    // Drop half of them at a time: removing one moves all the others.
    if (this.#values.length === 2 * this.#most) this.#values = this.#values.slice(this.#most)
  }

  clear(): void {
    this.#values = []
  }

  toArray(): readonly T[] {
    return this.#values.slice(-this.#most)
  }
}

export interface RecordStream {
  readonly chunks: readonly JsonValue[]
  readonly leftOut: number
  readonly last: { readonly document: JsonObject; readonly text: string } | undefined
}

export class RecordReader {
  /** Whether nothing but records was added. */
  isStream = true
  readonly #chunks = new LastValues<JsonValue>(MAX_PRINTED)
  #last: RecordStream['last']

  add(document: JsonValue, text: string): void {
    if (!this.isStream) return
    if (isChunk(document)) this.#chunks.push(document['data'] ?? null)
    else if (isLastRecord(document)) this.#last = { document, text }
    else {
      this.isStream = false
      this.#chunks.clear()
    }
  }

  read(): RecordStream | undefined {
    const chunks = this.#chunks.toArray()
    if (!this.isStream || (chunks.length === 0 && !this.#last)) return undefined
    return { chunks, leftOut: this.#chunks.leftOut, last: this.#last }
  }
}

function isChunk(document: JsonValue): document is JsonObject {
  return isJsonObject(document) && document['type'] === 'chunk' && Object.hasOwn(document, 'data')
}

export function isLastRecord(document: JsonValue): document is JsonObject {
  if (!isJsonObject(document)) return false
  const { type, ok } = document
  return (type === 'done' || type === 'error') && typeof ok === 'boolean'
}
