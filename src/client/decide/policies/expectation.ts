import type { DecisionInput } from '../decision-input.ts'
import { escalate, type Ruling } from '../verdict.ts'

/** Escalates an answer, success or failure, that does not match the caller's expectation. */
export function decideExpectation({ history }: DecisionInput): Ruling | undefined {
  const mismatches = history.mismatches ?? []
  if (mismatches.length === 0) return undefined
  return escalate(
    'CONTRACT_MISMATCH',
    `The answer does not match the expectation: ${mismatches.join('; ')}.`,
  )
}
