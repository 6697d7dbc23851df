import type { JudgedCall } from '../judge.ts'
import type { Secrets } from '../secrets.ts'

/** What a rule says of a call. */
export interface Mark {
  /** One line, as it is shown; undefined if the call is only counted. */
  readonly says?: string
  /** What the call is counted under. */
  readonly key?: string
  /** Characters of output that a short form would have left out. */
  readonly saved?: number
}

/** A rule for the calls of one session, one after the other. */
export interface SessionRule {
  readonly judge: (judged: JudgedCall) => readonly Mark[]
  /** Told that something else may have changed files. */
  readonly changed?: () => void
}

export interface Rule {
  readonly id: string
  /** What is counted: "failures that the exit hid". */
  readonly title: string
  /** Whether it only counts, so that no call is marked. */
  readonly isCounted?: true
  /** Starts anew for a session. */
  readonly start: (world: RuleWorld) => SessionRule
}

/** What rules know besides the calls. */
export interface RuleWorld {
  /** Tests whether the client runs a line of these calls without asking anybody. */
  readonly isRunUnasked: (calls: readonly (readonly string[])[]) => boolean
  readonly secrets: Secrets
}

/** A rule that needs no memory. */
export function everyCall(judge: SessionRule['judge']): Rule['start'] {
  return () => ({ judge })
}

/** Calls of a session that are remembered by a rule; the oldest is forgotten. */
export class Remembered<Value> {
  readonly #calls = new Map<string, Value>()

  get(key: string): Value | undefined {
    return this.#calls.get(key)
  }

  set(key: string, value: Value): void {
    this.#calls.delete(key)
    if (this.#calls.size >= MAX_REMEMBERED)
      this.#calls.delete(this.#calls.keys().next().value as string)
    this.#calls.set(key, value)
  }

  forget(isOld: (value: Value) => boolean = () => true): void {
    for (const [key, value] of this.#calls) if (isOld(value)) this.#calls.delete(key)
  }
}

const MAX_REMEMBERED = 200
