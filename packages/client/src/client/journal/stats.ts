import type { JournalEntry } from './entry.ts'

/** What journal lines can be grouped by. */
export const STATS_KEYS = [
  'tool',
  'command',
  'operation',
  'target',
  'code',
  'category',
  'exit_code',
  'verdict',
  'reason',
] as const satisfies readonly (keyof JournalEntry)[]

type StatsKey = (typeof STATS_KEYS)[number]

/** Which lines count; absent members match every line. */
export interface StatsFilter {
  /** The full name of the tool, or the last part of it. */
  readonly tool?: string
  readonly outcome?: JournalEntry['outcome']
  readonly operation?: string
  readonly target?: string
  readonly code?: string
  readonly command?: string
  readonly exit_code?: number
  readonly since?: Date
  readonly until?: Date
}

/** Statistics of one group of attempts. */
export interface StatsGroup {
  /** The values of the keys; null if a line has none: successes have no operation. */
  readonly key: Readonly<Partial<Record<StatsKey, string | number | null>>>
  readonly attempts: number
  readonly failures: number
  /** Failures among attempts, 0 to 1. */
  readonly failure_rate: number
  /** Attempts that repeated an earlier one of the same call. */
  readonly retries: number
  readonly waited_ms: number
  /** `p50` and `p95` are estimated from buckets that are 10 % wide. */
  readonly duration_ms: Readonly<Record<'total' | 'mean' | 'min' | 'max' | 'p50' | 'p95', number>>
}

/** Statistics of a journal. */
export interface JournalStats {
  readonly total: StatsGroup
  /** Sorted by failures, then by attempts, most first. */
  readonly groups: readonly StatsGroup[]
  readonly from: string | null
  readonly to: string | null
}

/**
 * Computes statistics of a journal in one pass; memory grows with the groups, not with the lines.
 *
 * @example
 * ```ts
 * import { journalStats, readJournal } from '@surety/client'
 *
 * const stats = await journalStats(readJournal('/var/lib/my-agent/journal'), {
 *   by: ['tool', 'target'],
 *   filter: { operation: 'write' },
 * })
 * stats.total.failures // how many writes failed
 * ```
 */
export async function journalStats(
  entries: AsyncIterable<JournalEntry> | Iterable<JournalEntry>,
  options: { readonly by?: readonly StatsKey[]; readonly filter?: StatsFilter } = {},
): Promise<JournalStats> {
  const by = options.by ?? ['tool', 'operation', 'target', 'code', 'exit_code']
  const total = new Tally({})
  const groups = new Map<string, Tally>()
  let from = null as string | null
  let to = null as string | null
  for await (const entry of entries) {
    if (!passes(entry, options.filter)) continue
    from = from === null || entry.time < from ? entry.time : from
    to = to === null || entry.time > to ? entry.time : to
    total.add(entry)
    const key = Object.fromEntries(by.map((name) => [name, entry[name] ?? null]))
    const id = JSON.stringify(Object.values(key))
    let tally = groups.get(id)
    if (tally === undefined) groups.set(id, (tally = new Tally(key)))
    tally.add(entry)
  }
  const figures = [...groups.values()].map((tally) => tally.figures())
  figures.sort((one, other) => other.failures - one.failures || other.attempts - one.attempts)
  return { total: total.figures(), groups: figures, from, to }
}

export function passes(entry: JournalEntry, filter: StatsFilter = {}): boolean {
  const { since, until, tool, ...exact } = filter
  if (since !== undefined && entry.time < since.toISOString()) return false
  if (until !== undefined && entry.time > until.toISOString()) return false
  // Tools are recorded with their full path; people use the last part.
  const isNamed = tool === undefined || tool === entry.tool || tool === lastPart(entry.tool)
  const values = Object.entries(exact) as [keyof typeof exact, unknown][]
  return isNamed && values.every(([name, value]) => value === undefined || entry[name] === value)
}

export function lastPart(tool: string): string {
  return tool.split(/[\\/ ]/).at(-1) ?? tool
}

class Tally {
  readonly #key: StatsGroup['key']
  readonly #buckets = new Map<number, number>()
  readonly #counts = { attempts: 0, failures: 0, retries: 0, waited_ms: 0 }
  #duration = 0
  #min = Number.POSITIVE_INFINITY
  #max = 0

  constructor(key: StatsGroup['key']) {
    this.#key = key
  }

  add(entry: JournalEntry): void {
    const duration = Math.max(0, entry.duration_ms || 0)
    this.#counts.attempts += 1
    if (entry.outcome === 'failure') this.#counts.failures += 1
    if (entry.attempt > 1) this.#counts.retries += 1
    this.#counts.waited_ms += entry.waited_ms || 0
    this.#duration += duration
    this.#min = Math.min(this.#min, duration)
    this.#max = Math.max(this.#max, duration)
    const bucket = Math.ceil(Math.log(duration + 1) / LOG_WIDTH)
    this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + 1)
  }

  figures(): StatsGroup {
    const { attempts, failures, retries, waited_ms } = this.#counts
    const most = Math.max(1, attempts)
    return {
      key: this.#key,
      attempts,
      failures,
      failure_rate: failures / most,
      retries,
      waited_ms,
      duration_ms: {
        total: this.#duration,
        mean: Math.round(this.#duration / most),
        min: attempts === 0 ? 0 : this.#min,
        max: this.#max,
        p50: this.#quantile(0.5),
        p95: this.#quantile(0.95),
      },
    }
  }

  #quantile(share: number): number {
    let left = Math.ceil(this.#counts.attempts * share)
    for (const [bucket, count] of [...this.#buckets].sort(([one], [other]) => one - other)) {
      left -= count
      const bound = Math.round(Math.exp(bucket * LOG_WIDTH) - 1)
      if (left <= 0) return Math.min(this.#max, Math.max(this.#min, bound))
    }
    return 0
  }
}

const LOG_WIDTH = Math.log(1.1)
