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
