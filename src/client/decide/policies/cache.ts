import type { SuccessOutcome } from '../../../contract/index.ts'
import type { DecisionInput } from '../decision-input.ts'
import { escalate, VERDICT_REASONS, type Ruling } from '../verdict.ts'

/** Uses the cached answer for "not modified"; escalates if there is none. */
export function decideCache({
  outcome,
  knowledge,
}: DecisionInput<SuccessOutcome>): Ruling | undefined {
  if (outcome.meta.not_modified !== true) return undefined
  if (!knowledge.cached) return escalate('CACHE_MISSING')
  return { kind: 'use_cache', reason: 'NOT_MODIFIED', message: VERDICT_REASONS.NOT_MODIFIED }
}
