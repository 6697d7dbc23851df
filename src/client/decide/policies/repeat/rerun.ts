import type { FailureOutcome } from '../../../../contract/index.ts'
import type { DecisionInput } from '../../decision-input.ts'
import { VERDICT_REASONS, type Ruling } from '../../verdict.ts'
import { assumedSideEffects } from './doubt.ts'

/**
 * Repeats a command once that its manifest calls idempotent, after a failure that may have changed something: the
 * second run repairs what the first left half done. Input errors and stated corrections come first.
 */
export function decideRerun(present: DecisionInput<FailureOutcome>): Ruling | undefined {
  const { outcome, history, knowledge } = present
  const { error } = outcome
  if (knowledge.command?.idempotent !== true || knowledge.undeclared === true) return undefined
  if (error.synthesised === true || error.retryable === true) return undefined
  if (error.category === 'ARG_ERROR' || outcome.process?.exit_code === 0) return undefined
  if (error.fix_required !== undefined || error.fix_command !== undefined) return undefined
  if (assumedSideEffects(present) !== 'partial') return undefined
  if (history.steps.some(({ code }) => code === error.code)) return undefined
  return {
    kind: 'retry_after',
    wait_ms: 0,
    reason: 'IDEMPOTENT',
    message: VERDICT_REASONS.IDEMPOTENT,
  }
}
