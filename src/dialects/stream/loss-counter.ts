import type { Loss } from '../dialect.ts'

/** A loss and how many lines had it. */
export interface LossCount extends Loss {
  readonly lines: number
}

/** Counts the losses of many lines; memory grows with the kinds of losses, not with the lines. */
export class LossCounter {
  readonly #counts: Map<string, Loss & { lines: number }>

  /** What a pointer lost last time, which is mostly what it loses again. */
  readonly #last = new Map<string, Loss & { lines: number }>()

  constructor(counts: Map<string, Loss & { lines: number }> = new Map()) {
    this.#counts = counts
  }

  /** Adds the losses that each of `lines` lines had. */
  add(losses: readonly Loss[], lines: number): void {
    if (lines === 0) return
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
      // Members of a user's own making could be without number.
      else if (this.#counts.size < MOST_KINDS) this.#counts.set(key, { ...loss, lines })
    }
  }

  /** Makes an independent copy. */
  copy(): LossCounter {
    return new LossCounter(new Map([...this.#counts].map(([key, count]) => [key, { ...count }])))
  }

  /** Lists the losses, the most frequent first, in an order that does not depend on the lines'. */
  list(): readonly LossCount[] {
    return [...this.#counts]
      .sort(([a, x], [b, y]) => y.lines - x.lines || (a < b ? -1 : 1))
      .map(([, count]) => count)
  }
}

function isSameLoss(a: Loss, b: Loss): boolean {
  return a.kind === b.kind && a.stowed_at === b.stowed_at && a.note === b.note
}

const MOST_KINDS = 1000
