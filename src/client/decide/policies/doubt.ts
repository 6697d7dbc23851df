import { isFailureName, isSignalExitName, type SideEffects } from '../../../contract/index.ts'
import type { FailureInput } from '../decision-input.ts'
import type { Knowledge } from '../history.ts'
import type { DeclaredExit, Policy, Safety } from '../policy.ts'

/** Returns the side effects to assume after a failure; unknown ones count as partial. */
export function assumedSideEffects(present: FailureInput): SideEffects {
  const { outcome, knowledge } = present
  const { error } = outcome
  // The standard table fixes these two, whatever a command declares.
  if (error.category === 'PARTIAL_FAILURE') return 'partial'
  if (error.phase === 'validation') return 'none'
  const declared = declaredExit(present)
  if (declared !== undefined) return declared.side_effects
  if (isSignalExitName(outcome.exit)) return 'partial'
  // An exit that the manifest does not list breaks the contract; a redirect only means that the
  // manifest is out of date.
  const listed = knowledge.command?.exits
  const isBreach = listed?.every((exit) => !namesOf(exit).includes(outcome.exit)) ?? false
  if (isBreach && error.category !== 'REDIRECTED') return 'partial'
  return error.category === 'GENERAL_ERROR' || error.category === 'TIMEOUT' ? 'partial' : 'none'
}

/** Tests whether repeating the command could repeat side effects. */
export function isInDoubt(present: FailureInput): boolean {
  return present.policy.safety === 'unknown' && assumedSideEffects(present) !== 'none'
}

/**
 * Combines what caller and manifest say about repeating a command. The caller wins, except that `safe`
 * does not count for a command that the manifest calls destructive; `idempotent` does.
 */
export function resolveSafety(policy: Policy, { command }: Knowledge): Safety {
  if (policy.safety === 'unknown' && command?.danger === 'safe') return 'safe'
  if (policy.safety === 'safe' && command?.danger === 'destructive') return 'unknown'
  return policy.safety
}

/**
 * Finds the declaration of an exit: the caller's by number, else the manifest's. The manifest's standard
 * exits are found by name, because its numbers may belong to another dialect than the tool speaks.
 */
export function declaredExit({
  outcome,
  policy,
  knowledge,
}: FailureInput): DeclaredExit | undefined {
  const number = outcome.process?.exit_code
  if (number !== undefined && Object.hasOwn(policy.exits, number)) return policy.exits[number]
  const listed = knowledge.command?.exits ?? []
  // A synthesised error is not an exit of the tool.
  const isOwn = outcome.error.synthesised !== true
  const byName = isOwn ? listed.find(({ name }) => name === outcome.exit) : undefined
  return byName ?? listed.find((exit) => exit.number === number && !isStandard(exit))
}

function isStandard(exit: { readonly number: number; readonly name?: string }): boolean {
  const isKnown = (name: string) => isFailureName(name) || isSignalExitName(name)
  return exit.number <= 13 || namesOf(exit).some(isKnown)
}

/** Splits a name such as `A | B`: dialects with few numbers list several exits under one. */
function namesOf({ name = '' }: { readonly name?: string }): readonly string[] {
  return name.split(' | ')
}
