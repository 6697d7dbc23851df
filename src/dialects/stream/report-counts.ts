import type { Loss } from '../write/loss-ledger.ts'

export interface LineReport {
  readonly losses: readonly Loss[]
  /** Codes of problems that did not prevent reading. */
  readonly problems: readonly string[]
}

export interface ProblemCount {
  readonly code: string
  readonly lines: number
}

export interface LossCount extends Loss {
  readonly lines: number
}

/** Counts losses and problems over many lines. Memory grows with their kinds, not with the lines. */
export class ReportCounts {
  /** By pointer; a pointer seldom has more than one kind of loss. */
  readonly #losses = new Map<string, (Loss & { lines: number })[]>()
  readonly #problems = new Map<string, number>()
  #kinds = 0

  add({ losses, problems }: LineReport): void {
    for (const code of problems) this.#problems.set(code, (this.#problems.get(code) ?? 0) + 1)
    for (const loss of losses) {
      const counts = this.#losses.get(loss.pointer)
      const known = counts?.find((count) => isSameLoss(count, loss))
      if (known) known.lines += 1
      // Limits the memory, because users may have any number of own members.
      else if (this.#kinds < MAX_KINDS) {
        this.#kinds += 1
        if (counts) counts.push({ ...loss, lines: 1 })
        else this.#losses.set(loss.pointer, [{ ...loss, lines: 1 }])
      }
    }
  }

  problems(): readonly ProblemCount[] {
    return [...this.#problems]
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .map(([code, lines]) => ({ code, lines }))
  }

  /** Lists the losses, the most frequent first; ties do not depend on the order of the lines. */
  losses(): readonly LossCount[] {
    return [...this.#losses.values()]
      .flat()
      .sort((a, b) => b.lines - a.lines || (keyOf(a) < keyOf(b) ? -1 : 1))
      .map((count) => ({ ...count }))
  }
}

function isSameLoss(a: Loss, b: Loss): boolean {
  return a.kind === b.kind && a.stowed_at === b.stowed_at && a.note === b.note
}

function keyOf({ pointer, kind, stowed_at: stowedAt, note }: Loss): string {
  return [pointer, kind, stowedAt, note].join('\n')
}

const MAX_KINDS = 1000
