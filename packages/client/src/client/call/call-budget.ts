import type { Settings, World } from '../settings.ts'
import { monotonicMs } from '@surety/internal/monotonic.ts'

/** Says how long a tool may hold a caller; contract 1.16. */
const BUDGET_VARIABLE = 'AGENT_CALL_BUDGET_MS'

/** What a tool of contract 1.16 takes if nobody says a budget. */
const DEFAULT_BUDGET_MS = 30_000

/** The part of a time limit that a tool may use; the rest is for its answer. */
const SHARE = 0.75

/** A continuation that could not get this far is not started. */
const LEAST_MS = 1000

/** The time of a whole call. Its clock starts with the first attempt, not while the call is queued. */
export class CallBudget {
  readonly #settings: Settings
  readonly #own: number
  #startedAt: number | undefined

  constructor(settings: Settings, { inheritedEnv }: World) {
    this.#settings = settings
    const given = inheritedEnv[BUDGET_VARIABLE] ?? ''
    // A time limit that was given for the call outranks the caller's variable.
    const counts = !settings.isDeadlineGiven && /^(?=0*[1-9])\d{1,12}$/.test(given)
    this.#own = counts ? Number(given) : Number.POSITIVE_INFINITY
  }

  /** Gives the milliseconds that are left, at least 1; the first call starts the clock. */
  left(): number {
    this.#startedAt ??= monotonicMs()
    return Math.max(1, Math.ceil(this.#startedAt + this.#settings.deadlineMs - monotonicMs()))
  }

  variables(): Readonly<Record<string, string>> {
    if (BUDGET_VARIABLE in (this.#settings.env ?? {})) return {}
    const limit = Math.floor(Math.min(this.#settings.timeoutMs, this.left()) * SHARE)
    const budget = Math.min(limit, this.#ownLeft())
    return budget < DEFAULT_BUDGET_MS ? { [BUDGET_VARIABLE]: String(Math.max(1, budget)) } : {}
  }

  whySpent(waitMs: number): string | undefined {
    if (waitMs + LEAST_MS >= this.left()) {
      return `The time limit of the whole call, ${this.#settings.deadlineMs} ms, leaves no time to continue.`
    }
    if (this.#ownLeft() >= waitMs + LEAST_MS) return undefined
    return `The call budget of ${this.#own} ms in ${BUDGET_VARIABLE} leaves no time to continue.`
  }

  #ownLeft(): number {
    const elapsed = this.#startedAt === undefined ? 0 : monotonicMs() - this.#startedAt
    return Math.max(0, Math.ceil(this.#own - elapsed))
  }
}
