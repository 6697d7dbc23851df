import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import { LastValues, MAX_PRINTED } from '../read/bounded-tail.ts'

/** A stream of records as incur prints it in JSON Lines: chunks, then a final record. */
export interface RecordStream {
  readonly chunks: readonly JsonValue[]
  /** How many earlier chunks were dropped. */
  readonly leftOut: number
  /** The final record with its source text; undefined if there was none. */
  readonly last: { readonly document: JsonObject; readonly text: string } | undefined
}

/** Collects documents as long as they form a stream of records. */
export class RecordReader {
  readonly #chunks = new LastValues<JsonValue>(MAX_PRINTED)
  #last: RecordStream['last']
  #isStream = true

  /** Whether the documents so far form a stream. */
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

  /** Returns the stream; undefined if the documents are something else. */
  read(): RecordStream | undefined {
    const chunks = this.#chunks.toArray()
    if (!this.#isStream || (chunks.length === 0 && !this.#last)) return undefined
    return { chunks, leftOut: this.#chunks.leftOut, last: this.#last }
  }
}

function isChunk(document: JsonValue): document is JsonObject {
  return isJsonObject(document) && document['type'] === 'chunk' && Object.hasOwn(document, 'data')
}

/** Tests for the final record of a stream. */
export function isLastRecord(document: JsonValue): document is JsonObject {
  if (!isJsonObject(document)) return false
  const { type, ok } = document
  return (type === 'done' || type === 'error') && typeof ok === 'boolean'
}
