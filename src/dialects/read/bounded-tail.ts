/** How many documents or lines are kept of output without an envelope; of more, the last ones. */
export const MAX_PRINTED = 100_000

/** A list that keeps only its end, so that hostile input cannot fill the memory with it. */
export class LastValues<T> {
  readonly #most: number
  #values: T[] = []
  #leftOut = 0

  constructor(most: number) {
    this.#most = most
  }

  /** How many of the first values are gone. */
  get leftOut(): number {
    return this.#leftOut + Math.max(0, this.#values.length - this.#most)
  }

  push(value: T): void {
    this.#values.push(value)
    // Half of them at a time: taking out the first one moves all the others.
    if (this.#values.length < 2 * this.#most) return
    this.#values = this.#values.slice(this.#most)
    this.#leftOut += this.#most
  }

  clear(): void {
    this.#values = []
  }

  /** The values that are left, in order. */
  toArray(): readonly T[] {
    return this.#values.length <= this.#most ? this.#values : this.#values.slice(-this.#most)
  }
}
