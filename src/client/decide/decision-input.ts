import type { FailureOutcome, Outcome, SuccessOutcome } from '../../contract/index.ts'
import type { History, Knowledge } from './history.ts'
import type { Policy } from './policy.ts'

export interface DecisionInput<O extends Outcome = Outcome> {
  readonly outcome: O
  readonly history: History
  readonly knowledge: Knowledge
  readonly policy: Policy
}

export type FailureInput = DecisionInput<FailureOutcome>

export type SuccessInput = DecisionInput<SuccessOutcome>
