import { isJsonObject, type JsonObject, type JsonValue } from '../contract/index.ts'

/** A stream of records as incur prints it in jsonl: chunks, then one that decides. */
export interface RecordStream {
  readonly chunks: readonly JsonValue[]
  /** The deciding record; undefined where the stream ended without one. */
  readonly last: JsonObject | undefined
}

/** Reads documents as a record stream; undefined where they are something else. */
export function readRecords(documents: readonly JsonValue[]): RecordStream | undefined {
  const chunks: JsonValue[] = []
  let last: JsonObject | undefined
  for (const document of documents) {
    if (!isJsonObject(document)) return undefined
    if (document['type'] === 'chunk' && Object.hasOwn(document, 'data')) {
      chunks.push(document['data'] ?? null)
    } else if (isLastRecord(document)) {
      last = document
    } else return undefined
  }
  return chunks.length > 0 || last ? { chunks, last } : undefined
}

function isLastRecord({ type, ok }: JsonObject): boolean {
  return (type === 'done' || type === 'error') && typeof ok === 'boolean'
}
