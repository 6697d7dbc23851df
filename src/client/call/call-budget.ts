import type { Settings, World } from '../settings.ts'
import { monotonicMs } from '../../internal/monotonic.ts'

/** Says how long a tool may hold a caller; contract 1.16. */
export const BUDGET_VARIABLE = 'AGENT_CALL_BUDGET_MS'

/** What a tool of contract 1.16 takes if nobody says a budget. */
const DEFAULT_BUDGET_MS = 30_000

/** The part of a time limit that a tool may use; the rest is for its answer. */
const SHARE = 0.75

/** A continuation that could not get this far is not started. */
const LEAST_MS = 1000

/** How long tools may hold this call: by its own time limits, and by those of whoever made it. */
export class CallBudget {
  readonly #deadline: CallDeadline
  readonly #timeoutMs: number
  readonly #own: number | undefined
  readonly #isGiven: boolean

  constructor(settings: Settings, world: World, deadline: CallDeadline) {
    this.#deadline = deadline
    this.#timeoutMs = settings.timeoutMs
    // A time limit that was given for the call outranks the caller's variable.
    this.#own = settings.isDeadlineGiven ? undefined : budgetIn(world.inheritedEnv)
    this.#isGiven = settings.env !== undefined && BUDGET_VARIABLE in settings.env
  }

  /** Gives the variable for the next attempt; nothing if the tool's own choice is good enough. */
  variables(): Readonly<Record<string, string>> {
    if (this.#isGiven) return {}
    const own = this.#ownLeft()
    const limit = Math.floor(Math.min(this.#timeoutMs, this.#deadline.left()) * SHARE)
    const budget = Math.min(limit, own)
    return budget < DEFAULT_BUDGET_MS ? { [BUDGET_VARIABLE]: String(Math.max(1, budget)) } : {}
  }

  /** Says why no further continuation can start; undefined if one can. */
  whySpent(waitMs: number): string | undefined {
    if (this.#deadline.isExceededBy(waitMs + LEAST_MS)) {
      return `The time limit of the whole call, ${this.#deadline.limitMs} ms, leaves no time to continue.`
    }
    if (this.#ownLeft() >= waitMs + LEAST_MS) return undefined
    return `The call budget of ${this.#own} ms in ${BUDGET_VARIABLE} leaves no time to continue.`
  }

  #ownLeft(): number {
    if (this.#own === undefined) return Number.POSITIVE_INFINITY
    return Math.max(0, Math.ceil(this.#own - this.#deadline.elapsed()))
  }
}

function budgetIn(env: NodeJS.ProcessEnv): number | undefined {
  const text = env[BUDGET_VARIABLE] ?? ''
  const budget = /^\d{1,12}$/.test(text) ? Number(text) : 0
  return budget > 0 ? budget : undefined
}

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
