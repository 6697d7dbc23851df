import type { SuccessOutcome } from '../../../contract/index.ts'
import type { Case } from '../decision-input.ts'
import { escalate, VERDICT_REASONS, type Ruling } from '../verdict.ts'

/** Turns "not modified" into the earlier answer; without one there is nothing to use. */
export function decideCache({ outcome, knowledge }: Case<SuccessOutcome>): Ruling | undefined {
  if (outcome.meta.not_modified !== true) return undefined
  if (!knowledge.cached) return escalate('CACHE_MISSING')
  return { kind: 'use_cache', reason: 'NOT_MODIFIED', message: VERDICT_REASONS.NOT_MODIFIED }
}
