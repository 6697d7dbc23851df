import type { JournalEntry } from '../../../client/index.ts'

const MINUTE = 60_000
const BUCKETS = 24

/** Attempts and failures over time, in buckets of equal length. */
export interface Trend {
  readonly bucket_ms: number
  readonly attempts: readonly number[]
  readonly failures: readonly number[]
}

/** Counts entries per minute; memory grows with the number of minutes, not of entries. */
export class TrendCounter {
  readonly #minutes = new Map<number, { attempts: number; failures: number }>()

  add(entry: JournalEntry): void {
    const at = Date.parse(entry.time)
    if (Number.isNaN(at)) return
    const minute = Math.floor(at / MINUTE)
    const count = this.#minutes.get(minute) ?? { attempts: 0, failures: 0 }
    count.attempts += 1
    if (entry.outcome === 'failure') count.failures += 1
    this.#minutes.set(minute, count)
  }

  trend(): Trend {
    let first = Number.POSITIVE_INFINITY
    let last = Number.NEGATIVE_INFINITY
    for (const minute of this.#minutes.keys()) {
      first = Math.min(first, minute)
      last = Math.max(last, minute)
    }
    if (this.#minutes.size === 0) return { bucket_ms: MINUTE, attempts: [], failures: [] }
    const width = Math.ceil((last - first + 1) / BUCKETS)
    const length = Math.ceil((last - first + 1) / width)
    const attempts = Array.from({ length }, () => 0)
    const failures = Array.from({ length }, () => 0)
    for (const [minute, count] of this.#minutes) {
      const at = Math.floor((minute - first) / width)
      attempts[at] = (attempts[at] ?? 0) + count.attempts
      failures[at] = (failures[at] ?? 0) + count.failures
    }
    return { bucket_ms: width * MINUTE, attempts, failures }
  }
}
