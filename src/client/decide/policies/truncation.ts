import type { SuccessOutcome } from '../../../contract/index.ts'
import type { Case } from '../decision-input.ts'
import { escalate, type Ruling } from '../verdict.ts'

/** Keeps hands off incomplete data that no further page will complete. */
export function decideTruncation({ outcome }: Case<SuccessOutcome>): Ruling | undefined {
  if (outcome.meta.truncated !== true) return undefined
  return escalate(
    'TRUNCATED',
    typeof outcome.meta.cursor === 'string'
      ? 'The data is one page of several; fetch all pages before acting on it.'
      : 'The data was cut; narrow the query before acting on it.',
  )
}
