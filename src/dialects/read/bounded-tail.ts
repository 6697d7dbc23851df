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

  /** How many values were dropped from the start. */
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

  /** The remaining values in order. */
  toArray(): readonly T[] {
    return this.#values.length <= this.#most ? this.#values : this.#values.slice(-this.#most)
  }
}
