import type { SuccessOutcome } from '../../../contract/index.ts'
import type { DecisionInput } from '../decision-input.ts'
import { escalate, type Ruling } from '../verdict.ts'

/** Escalates incomplete data that no further page completes. */
export function decideTruncation({ outcome }: DecisionInput<SuccessOutcome>): Ruling | undefined {
  if (outcome.meta.truncated !== true) return undefined
  return escalate(
    'TRUNCATED',
    typeof outcome.meta.cursor === 'string'
      ? 'The data is one page of several; fetch all pages before acting on it.'
      : 'The data was cut; narrow the query before acting on it.',
  )
}
