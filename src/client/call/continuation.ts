import type { JsonObject, Outcome } from '../../contract/index.ts'
import { incompleteWork } from '../decide/incomplete-work.ts'
import type { Continuation } from '../result.ts'

/** What a call knows about the incomplete work that it continues. */
export class CallContinuation {
  #count = 0
  #work: JsonObject | undefined
  #isCancelled = false

  /** Remembers how far the work got. */
  add(outcome: Outcome): void {
    if (incompleteWork(outcome) !== undefined) this.#work = outcome.data as JsonObject
  }

  started(): void {
    this.#count += 1
  }

  cancelled(): void {
    this.#isCancelled = true
  }

  /** Undefined if the call had nothing to continue. */
  result(outcome: Outcome): Continuation | undefined {
    if (this.#work === undefined) return undefined
    return { count: this.#count, state: this.#stateAfter(outcome), work: this.#work }
  }

  #stateAfter(outcome: Outcome): Continuation['state'] {
    if (this.#isCancelled) return 'cancelled'
    if (outcome.ok) return 'finished'
    return outcome.exit === 'INCOMPLETE' ? 'kept' : 'unknown'
  }
}
