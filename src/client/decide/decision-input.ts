import type { FailureOutcome, Outcome, SuccessOutcome } from '../../contract/index.ts'
import type { History, Knowledge } from './history.ts'
import type { Policy } from './policy.ts'

/** The input of one decision. */
export interface DecisionInput<O extends Outcome = Outcome> {
  readonly outcome: O
  readonly history: History
  readonly knowledge: Knowledge
  readonly policy: Policy
}

/** The input of a decision about a failure. */
export type FailureInput = DecisionInput<FailureOutcome>

/** The input of a decision about a success. */
export type SuccessInput = DecisionInput<SuccessOutcome>
