import {
  isFailureName,
  isSignalExitName,
  type FailureOutcome,
  type SideEffects,
} from '../../../contract/index.ts'
import type { Case } from '../decision-input.ts'
import type { Knowledge } from '../history.ts'
import type { DeclaredExit, Policy, Safety } from '../policy.ts'

/** Gives the side effects to assume after a failure; what is not known counts as partial. */
export function assumedSideEffects(present: Case<FailureOutcome>): SideEffects {
  const { outcome, knowledge } = present
  const { error } = outcome
  // The standard table promises these two whatever a command declares.
  if (error.category === 'PARTIAL_FAILURE') return 'partial'
  if (error.phase === 'validation') return 'none'
  const declared = declaredExit(present)
  if (declared !== undefined) return declared.side_effects
  if (isSignalExitName(outcome.exit)) return 'partial'
  // A listed command with an exit that its list does not have breaks its contract. A redirect does
  // not: it says that the list is old.
  const listed = knowledge.command?.exits
  const isBreach = listed?.every((exit) => !namesOf(exit).includes(outcome.exit)) ?? false
  if (isBreach && error.category !== 'REDIRECTED') return 'partial'
  return error.category === 'GENERAL_ERROR' || error.category === 'TIMEOUT' ? 'partial' : 'none'
}

/** Tests whether running the command again could repeat something. */
export function isInDoubt(present: Case<FailureOutcome>): boolean {
  return present.policy.safety === 'unknown' && assumedSideEffects(present) !== 'none'
}

/**
 * Settles what is declared about repeating a command. The caller's word counts, with one exception:
 * what the tool itself calls destructive is not a mere reading; `idempotent` is the promise to give then.
 */
export function settledSafety(policy: Policy, { command }: Knowledge): Safety {
  if (policy.safety === 'unknown' && command?.danger === 'safe') return 'safe'
  if (policy.safety === 'safe' && command?.danger === 'destructive') return 'unknown'
  return policy.safety
}

/**
 * Finds what is declared about an exit: by the caller under its number, else in the manifest. There
 * standard exits go by name, because the numbers of some lists are not those of the dialect that the
 * tool speaks.
 */
export function declaredExit({
  outcome,
  policy,
  knowledge,
}: Case<FailureOutcome>): DeclaredExit | undefined {
  const number = outcome.process?.exit_code
  if (number !== undefined && Object.hasOwn(policy.exits, number)) return policy.exits[number]
  const listed = knowledge.command?.exits ?? []
  // What the client had to make up itself is no exit of the tool's.
  const isOwn = outcome.error.synthesised !== true
  const byName = isOwn ? listed.find(({ name }) => name === outcome.exit) : undefined
  return byName ?? listed.find((exit) => exit.number === number && !isStandard(exit))
}

function isStandard(exit: { readonly number: number; readonly name?: string }): boolean {
  const isKnown = (name: string) => isFailureName(name) || isSignalExitName(name)
  return exit.number <= 13 || namesOf(exit).some(isKnown)
}

/** Dialects with few numbers list several exits under one; what holds for all of them holds for none. */
function namesOf({ name = '' }: { readonly name?: string }): readonly string[] {
  return name.split(' | ')
}
