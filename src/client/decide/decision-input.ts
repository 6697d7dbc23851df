import type { Outcome } from '../../contract/index.ts'
import type { History, Knowledge } from './history.ts'
import type { Policy } from './policy.ts'

/** Everything that one decision looks at. */
export interface Case<O extends Outcome = Outcome> {
  readonly outcome: O
  readonly history: History
  readonly knowledge: Knowledge
  readonly policy: Policy
}
