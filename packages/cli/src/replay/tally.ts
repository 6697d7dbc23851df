import type { NamedCount } from './replay-report.ts'

/** Counts by name, for as many names as there is room; the calls of others are counted together. */
export class Tally {
  readonly #counts = new Map<string, number>()

  add(name: string): void {
    const known = this.#counts.get(name)
    const key = known === undefined && this.#counts.size >= MAX_NAMES ? OTHERS : name
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  get(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  /** Lists the names, the most frequent first. */
  list(): readonly NamedCount[] {
    return [...this.#counts]
      .map(([name, calls]) => ({ name, calls }))
      .toSorted((one, other) => other.calls - one.calls || (one.name < other.name ? -1 : 1))
  }
}

const MAX_NAMES = 2000
const OTHERS = '(others)'
