import type { JsonObject, JsonValue, Outcome } from 'surety/unstable/contract'
import type { RememberedRedirect } from './memory/facts.ts'
import type { Verdict } from './decide/verdict.ts'
import type { Guess } from './read/find-dialect.ts'

/** One process that was run for a call. */
export interface Attempt {
  readonly argv: readonly string[]
  /** `fix`: the tool's own command that corrects the call; `cancel`: the one that gives up its work. */
  readonly role: 'call' | 'fix' | 'cancel'
  readonly outcome: Outcome
  readonly verdict: Verdict
  /** The wait before it. */
  readonly waited_ms: number
  readonly duration_ms: number
  readonly started_at: string
  /** The dialect of its answer; null for plain programs and if there is no answer. */
  readonly dialect: string | null
  /** What plain output looks like; nothing followed from it. */
  readonly guess: Guess | null
  readonly pid: number | null
}

/** Something unexpected that did not decide the outcome. */
export interface Anomaly {
  readonly code:
    | 'ANSWER_PROBLEM'
    | 'CONTRACT_MISMATCH'
    | 'DIALECT_AMBIGUOUS'
    | 'DIALECT_CHANGED'
    | 'OUTPUT_CAPPED'
    | 'LEFT_BEHIND'
    | 'MEMORY_PROBLEM'
    | 'JOURNAL_PROBLEM'
    | 'HOOK_FAILED'
    | 'UNKNOWN_EXIT'
    | 'SOFT_REDIRECT'
    | 'SAFETY_DISPUTED'
    | 'ORPHANS_ENDED'
    | 'SECRETS_REPLACED'
    | 'REDIRECT_NOT_APPLIED'
  readonly message: string
  /** The attempt that showed it, counted from 1; 0 before the first. */
  readonly attempt: number
}

/** How long a call took, and for what. */
export interface Timing {
  readonly started_at: string
  readonly duration_ms: number
  readonly running_ms: number
  readonly waited_ms: number
}

/** Incomplete work that a call continued, or could not continue. */
export interface Continuation {
  /** How many attempts continued it. */
  readonly count: number
  /**
   * `kept`: its `continue_command` goes on. `unknown`: a continuation failed, so it may have to be
   * continued, cancelled or neither.
   */
  readonly state: 'finished' | 'kept' | 'cancelled' | 'unknown'
  /** The data of the last INCOMPLETE answer: job, progress, commands, and what the tool added. */
  readonly work: JsonObject
}

/** Everything about one call. */
export interface RunResult {
  /** The last outcome; after `use_cache` the cached one, after paging all pages joined. */
  readonly outcome: Outcome
  /** The last verdict: `accept`, `use_cache` or `escalate`. */
  readonly verdict: Verdict
  readonly attempts: readonly Attempt[]
  readonly anomalies: readonly Anomaly[]
  /** Remembered redirects that were applied before anything ran. */
  readonly applied_redirects: readonly RememberedRedirect[]
  /** The data of every page, in order; one entry if paging is off. */
  readonly pages: readonly JsonValue[]
  /** Only if an answer was INCOMPLETE. */
  readonly continuation?: Continuation
  readonly timing: Timing
  readonly tool: string
  /** The same in every journal line of the call. */
  readonly call: string
  readonly trace_id: string
  readonly stdout: Uint8Array
  readonly stderr: Uint8Array
}

/** One page of a call; the last one's verdict says how the call ended. */
export interface Page {
  readonly index: number
  readonly data: JsonValue
  readonly outcome: Outcome
  readonly verdict: Verdict
}
