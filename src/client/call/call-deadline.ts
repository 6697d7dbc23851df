import { monotonicMs } from '../../internal/monotonic.ts'

/** The time limit of a whole call. It starts with the first attempt, not while the call is queued. */
export class CallDeadline {
  readonly #limitMs: number
  #startedAt: number | undefined

  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  get limitMs(): number {
    return this.#limitMs
  }

  /** Gives the milliseconds that are left, at least 1; the first call starts the clock. */
  left(): number {
    this.#startedAt ??= monotonicMs()
    return Math.max(1, Math.ceil(this.#startedAt + this.#limitMs - monotonicMs()))
  }

  /** Gives the milliseconds since the clock started. */
  elapsed(): number {
    return this.#startedAt === undefined ? 0 : monotonicMs() - this.#startedAt
  }

  /** Tests whether something that takes so long ends too late. */
  isExceededBy(ms: number): boolean {
    return ms >= this.left()
  }
}
