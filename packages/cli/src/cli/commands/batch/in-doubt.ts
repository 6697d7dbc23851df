import { quoteWords } from '@surety/internal/quote-words.ts'

/** Tells a call of an earlier run whose end was not seen; a tool that uses the same code has been attempted. */
export function isInDoubt(
  error: { readonly code: string } | null | undefined,
  attempts: number,
): boolean {
  return error?.code === 'CALL_IN_DOUBT' && attempts === 0
}

/** Says how to settle calls in doubt, in commands that can be run as they stand. */
export class Settling {
  readonly #batch: string

  /** `queue` may hold a password unless it names a variable or a file. */
  constructor(batch: string, queue: string | undefined) {
    const address = queue !== undefined && /^(\w+|@.+)$/.test(queue) ? queue : 'ADDRESS'
    this.#batch = quoteWords(queue === undefined ? [batch] : [batch, '--queue', address])
  }

  list(): string {
    return `surety batch doubts ${this.#batch}`
  }

  record(name: string): string {
    return `surety batch settle ${this.#batch} ${quoteWords([name])} --as done`
  }

  rerun(name: string): string {
    return `surety batch rerun ${this.#batch} ${quoteWords([name])}`
  }

  ofCall(name: string): string {
    return `Look whether it happened. If so: ${this.record(name)}; else: ${this.rerun(name)}`
  }

  ofAll(): string {
    return `List them with: ${this.list()}`
  }
}

/** The name of a call in the commands that settle it. */
export function callName({ id, index }: { readonly id: string | null; readonly index: number }) {
  return id ?? `#${index}`
}
