import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'

/** How many documents or lines of output without an envelope are kept; the last ones count. */
export const MAX_PRINTED = 100_000

/** A list that keeps only its last values, so that hostile input cannot fill the memory. */
export class LastValues<T> {
  readonly #most: number
  #values: T[] = []
  #leftOut = 0

  constructor(most: number) {
    this.#most = most
  }

  get leftOut(): number {
    return this.#leftOut + Math.max(0, this.#values.length - this.#most)
  }

  push(value: T): void {
    this.#values.push(value)
    // Drop half of them at a time: removing one moves all the others.
    if (this.#values.length < 2 * this.#most) return
    this.#values = this.#values.slice(this.#most)
    this.#leftOut += this.#most
  }

  clear(): void {
    this.#values = []
  }

  toArray(): readonly T[] {
    return this.#values.length <= this.#most ? this.#values : this.#values.slice(-this.#most)
  }
}

export interface RecordStream {
  readonly chunks: readonly JsonValue[]
  readonly leftOut: number
  readonly last: { readonly document: JsonObject; readonly text: string } | undefined
}

export class RecordReader {
  readonly #chunks = new LastValues<JsonValue>(MAX_PRINTED)
  #last: RecordStream['last']
  #isStream = true

  get isStream(): boolean {
    return this.#isStream
  }

  add(document: JsonValue, text: string): void {
    if (!this.#isStream) return
    if (isChunk(document)) this.#chunks.push(document['data'] ?? null)
    else if (isLastRecord(document)) this.#last = { document, text }
    else {
      this.#isStream = false
      this.#chunks.clear()
    }
  }

  read(): RecordStream | undefined {
    const chunks = this.#chunks.toArray()
    if (!this.#isStream || (chunks.length === 0 && !this.#last)) return undefined
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
