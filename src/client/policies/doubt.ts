import { isSignalExitName, type FailureOutcome, type SideEffects } from '../../contract/index.ts'
import type { Policy } from '../policy.ts'

/** Gives the side effects to assume after a failure; what is not known counts as partial. */
export function assumedSideEffects(outcome: FailureOutcome, policy: Policy): SideEffects {
  const { error } = outcome
  const declared = declaredExit(outcome, policy)
  // The standard table promises these two whatever a command declares.
  if (error.category === 'PARTIAL_FAILURE') return 'partial'
  if (error.phase === 'validation') return 'none'
  if (declared !== undefined) return declared.side_effects
  if (isSignalExitName(outcome.exit)) return 'partial'
  return error.category === 'GENERAL_ERROR' || error.category === 'TIMEOUT' ? 'partial' : 'none'
}

/** Tests whether running the command again could repeat something. */
export function isInDoubt(outcome: FailureOutcome, policy: Policy): boolean {
  return policy.safety === 'unknown' && assumedSideEffects(outcome, policy) !== 'none'
}

/** Finds what the command's manifest says about the exit number. */
export function declaredExit(outcome: FailureOutcome, policy: Policy) {
  const number = outcome.process?.exit_code
  if (number === undefined || !Object.hasOwn(policy.exits, number)) return undefined
  return policy.exits[number]
}
