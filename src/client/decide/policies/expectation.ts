import type { Case } from '../decision-input.ts'
import { escalate, type Ruling } from '../verdict.ts'

/** Refuses to act on what is not the contract that the caller demands, success or failure. */
export function decideExpectation({ history }: Case): Ruling | undefined {
  const mismatches = history.mismatches ?? []
  if (mismatches.length === 0) return undefined
  return escalate(
    'CONTRACT_MISMATCH',
    `The answer is not what was demanded: ${mismatches.join('; ')}.`,
  )
}
