import { isJsonObject, parseJson, type JsonValue } from '../../contract/index.ts'
import { LineSplitter } from '../../internal/lines.ts'

/**
 * Reads the rows of a stream out of chunks of lines. The last line is the envelope, so a line that looks like
 * one is a row only if another line follows.
 */
export function createRowReader(): (chunk: Uint8Array) => JsonValue[] {
  const splitter = new LineSplitter(Number.POSITIVE_INFINITY)
  let doubtful: JsonValue[] = []
  return (chunk) => {
    const rows: JsonValue[] = []
    for (const { text } of splitter.feed(chunk)) {
      const row = parseJson(text)
      if (row === undefined) continue
      rows.push(...doubtful.splice(0))
      if (looksLikeEnvelope(row)) doubtful = [row]
      else rows.push(row)
    }
    return rows
  }
}

function looksLikeEnvelope(row: JsonValue): boolean {
  return isJsonObject(row) && typeof row['ok'] === 'boolean' && isJsonObject(row['meta'] ?? null)
}

/** How many rows may wait for a slow reader before the tool is held up. */
const FULL = 1000

/** Rows on their way from a process to a reader that may be slower. */
export class RowQueue<Row> {
  readonly #rows: Row[] = []
  #isEnded = false
  #wakeReader = () => {}
  #wakeWriter = () => {}

  /** Adds rows; returns a promise if the reader should catch up first. */
  push(rows: readonly Row[]): void | Promise<void> {
    if (this.#isEnded) return undefined
    this.#rows.push(...rows)
    this.#wakeReader()
    if (this.#rows.length < FULL) return undefined
    return new Promise((resolve) => {
      this.#wakeWriter = resolve
    })
  }

  /** Ends the queue; rows that are in it are still read. */
  end(): void {
    this.#isEnded = true
    this.#wakeReader()
    this.#wakeWriter()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    for (;;) {
      yield* this.#rows.splice(0)
      this.#wakeWriter()
      if (this.#rows.length > 0) continue
      if (this.#isEnded) return
      await new Promise<void>((resolve) => {
        this.#wakeReader = resolve
      })
    }
  }
}
