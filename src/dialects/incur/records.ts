import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import { LastValues, MAX_PRINTED } from '../read/bounded-tail.ts'

/** A stream of records as incur prints it in jsonl: chunks, then one that decides. */
export interface RecordStream {
  readonly chunks: readonly JsonValue[]
  /** How many chunks came before those and were too many to keep. */
  readonly leftOut: number
  /** The deciding record with its source; undefined where the stream ended without one. */
  readonly last: { readonly document: JsonObject; readonly text: string } | undefined
}

/** Reads documents as a record stream, one by one, as long as they can be one. */
export class RecordReader {
  readonly #chunks = new LastValues<JsonValue>(MAX_PRINTED)
  #last: RecordStream['last']
  #isStream = true

  /** Whether what was read so far can be a stream. */
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

  /** The stream that the documents were; undefined where they are something else. */
  read(): RecordStream | undefined {
    const chunks = this.#chunks.toArray()
    if (!this.#isStream || (chunks.length === 0 && !this.#last)) return undefined
    return { chunks, leftOut: this.#chunks.leftOut, last: this.#last }
  }
}

function isChunk(document: JsonValue): document is JsonObject {
  return isJsonObject(document) && document['type'] === 'chunk' && Object.hasOwn(document, 'data')
}

/** Tests for a record that decides, which ends a stream. */
export function isLastRecord(document: JsonValue): document is JsonObject {
  if (!isJsonObject(document)) return false
  const { type, ok } = document
  return (type === 'done' || type === 'error') && typeof ok === 'boolean'
}
