import type { Loss } from '../dialect.ts'

/** What a translated line adds to the report. */
export interface LineReport {
  readonly losses: readonly Loss[]
  /** Codes of problems that did not prevent reading. */
  readonly problems: readonly string[]
}

/** A problem of the input and how many lines had it. */
export interface ProblemCount {
  readonly code: string
  readonly lines: number
}

/** A loss and how many lines had it. */
export interface LossCount extends Loss {
  readonly lines: number
}

/** Counts losses and problems over many lines. Memory grows with their kinds, not with the lines. */
export class ReportCounts {
  readonly #counts: Map<string, Loss & { lines: number }>
  readonly #problems: Map<string, number>

  /** The last loss for each pointer, which is usually the next one too. */
  readonly #last = new Map<string, Loss & { lines: number }>()

  constructor(
    counts: Map<string, Loss & { lines: number }> = new Map(),
    problems: Map<string, number> = new Map(),
  ) {
    this.#counts = counts
    this.#problems = problems
  }

  /** Adds a report that applies to `lines` lines. */
  add({ losses, problems }: LineReport, lines: number): void {
    if (lines === 0) return
    for (const code of problems) this.#problems.set(code, (this.#problems.get(code) ?? 0) + lines)
    for (const loss of losses) {
      const last = this.#last.get(loss.pointer)
      if (last && isSameLoss(last, loss)) {
        last.lines += lines
        continue
      }
      const { pointer, kind, stowed_at: stowedAt, note = '' } = loss
      const key = `${pointer}\n${kind}\n${stowedAt ?? ''}\n${note}`
      const known = this.#counts.get(key)
      if (known) {
        known.lines += lines
        this.#last.set(pointer, known)
      }
      // Limits the memory, because users may have any number of own members.
      else if (this.#counts.size < MOST_KINDS) this.#counts.set(key, { ...loss, lines })
    }
  }

  /** Makes an independent copy. */
  copy(): ReportCounts {
    const counts = [...this.#counts].map(([key, count]) => [key, { ...count }] as const)
    return new ReportCounts(new Map(counts), new Map(this.#problems))
  }

  /** Lists the problems, the most frequent first. */
  problems(): readonly ProblemCount[] {
    return [...this.#problems]
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .map(([code, lines]) => ({ code, lines }))
  }

  /** Lists the losses, the most frequent first; ties do not depend on the order of the lines. */
  losses(): readonly LossCount[] {
    return [...this.#counts]
      .sort(([a, x], [b, y]) => y.lines - x.lines || (a < b ? -1 : 1))
      .map(([, count]) => count)
  }
}

function isSameLoss(a: Loss, b: Loss): boolean {
  return a.kind === b.kind && a.stowed_at === b.stowed_at && a.note === b.note
}

const MOST_KINDS = 1000
