import type { RunEnd } from '../ending/run-end.ts'

/** The longest delay of `setTimeout`; a longer one would fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The watchdog's view of one run, from its start to its answer. */
export interface RunWatch {
  /** Resolves when the watchdog can answer in the run's dialect; null when it can already. */
  readonly ready: Promise<void> | null
  /** Reads the time limit of the run again. */
  readonly limitChanged: () => void
  /** Records that the thread is free enough to hear signals itself. */
  readonly heardSignal: () => void
  /** Records that the run has ended, although its handler may still block the thread. */
  readonly ended: (end: RunEnd) => void
  /** Records that the answer is written and that only exit listeners can still block the thread. */
  readonly leaves: (exitCode: number) => void
}

/**
 * Made once: V8 puts a function that is assigned to a member where only a full collection looks, and one of each call
 * would keep all that its call made until then.
 */
const idle = (): void => {}

/** The time limit of a run. It counts from the start of the run, and stands still while a person is asked. */
export class Limit {
  readonly #monotonic: () => number
  readonly #startedAt: number
  #timeoutMs: number
  #onChange = idle
  #questions = 0
  #isHeld = false
  #askedAt = 0
  #pausedMs = 0
  #watch: RunWatch | null = null

  constructor(monotonic: () => number, timeoutMs: number) {
    this.#monotonic = monotonic
    this.#startedAt = monotonic()
    this.#timeoutMs = timeoutMs
  }

  /** The limit in milliseconds; 0 for none. */
  get timeoutMs(): number {
    return this.#timeoutMs
  }

  /** The watchdog that guards the limit while a loop blocks the thread; null without `surety/watchdog`. */
  get watch(): RunWatch | null {
    return this.#watch
  }

  get isPaused(): boolean {
    return this.#questions > 0
  }

  /** Milliseconds since the start of the run. */
  elapsed(): number {
    return Math.max(0, Math.round(this.#monotonic() - this.#startedAt))
  }

  /** Computes when the limit is reached on a clock that shows `now`; null without a limit. */
  deadline(now: number): number | null {
    return this.#timeoutMs === 0 ? null : now + this.#timeoutMs + this.#pausedMs - this.elapsed()
  }

  /** Computes the remaining time as a timer delay in milliseconds; 0 without a limit. */
  left(): number {
    if (this.#timeoutMs === 0 || this.#questions > 0) return 0
    const left = Math.ceil(this.#timeoutMs + this.#pausedMs - this.elapsed())
    return Math.min(Math.max(1, left), LONGEST_TIMER_MS)
  }

  /** Whether the limit passed without its timer: work that never waited held the thread. */
  get isOver(): boolean {
    if (this.#timeoutMs === 0 || this.#questions > 0) return false
    return this.elapsed() > this.#timeoutMs + this.#pausedMs
  }

  /** Keeps the process alive until the limit: somebody waits for it. */
  hold(): void {
    this.#isHeld = true
    this.#onChange()
  }

  /** Changes the limit, which still counts from the start. */
  change(timeoutMs: number): void {
    if (timeoutMs === this.#timeoutMs) return
    this.#timeoutMs = timeoutMs
    this.#onChange()
  }

  /** Waits for a person. The limit does not run meanwhile, because people type slowly. */
  async pauseFor<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    if (this.#questions === 0) this.#askedAt = this.elapsed()
    this.#questions += 1
    this.#onChange()
    try {
      return await ask()
    } finally {
      this.#questions -= 1
      if (this.#questions === 0) this.#pausedMs += this.elapsed() - this.#askedAt
      this.#onChange()
    }
  }

  /** Starts the limit and returns what stops it. Without a watchdog, a loop that never yields can exceed a timer. */
  start(onLate: () => void, watch: RunWatch | null): () => void {
    this.#watch = watch
    let timer: NodeJS.Timeout | undefined
    const setTimer = (): void => {
      if (timer) clearTimeout(timer)
      const left = this.left()
      // When this timer is all that is left, the run is stuck: let it fail now instead of waiting.
      if (left > 0) timer = setTimeout(left < LONGEST_TIMER_MS ? onLate : setTimer, left)
      if (!this.#isHeld) timer?.unref()
      watch?.limitChanged()
    }
    this.#onChange = setTimer
    setTimer()
    return () => {
      clearTimeout(timer)
      this.#onChange = idle
    }
  }
}
