import { isFailureName, isSignalExitName, type SideEffects } from 'surety/unstable/contract'
import type { FailureInput } from './history.ts'
import type { DeclaredExit } from './policy.ts'
import type { ChangeSource } from './verdict.ts'

export interface KnownChange {
  /** `partial` may have changed something; nobody knows. */
  readonly sideEffects: SideEffects
  readonly said_by?: ChangeSource
}

/**
 * Tells what a failed call changed, and who said so. It is the only owner of this knowledge: a word of a foreign tool, such
 * as `network_error` or `retryable`, names a cause and tells nothing of what was changed before.
 */
export function knownChange(present: FailureInput): KnownChange {
  const { outcome, knowledge } = present
  const { error } = outcome
  if (knowledge.reads === true) return { sideEffects: 'none', said_by: 'description' }
  // The standard table fixes these two, whatever a command declares.
  if (error.category === 'PARTIAL_FAILURE') return { sideEffects: 'partial', said_by: 'exit' }
  if (error.phase === 'validation') {
    return { sideEffects: 'none', said_by: error.synthesised === true ? 'description' : 'answer' }
  }
  const declared = declaredExit(present)
  if (declared !== undefined) {
    return { sideEffects: declared.side_effects, said_by: declared.said_by }
  }
  if (isSignalExitName(outcome.exit) || isBreach(present)) return { sideEffects: 'partial' }
  if (error.synthesised === true && error.category === 'UNAVAILABLE') {
    // An ordinary program can lose its connection on the way.
    return { sideEffects: 'partial' }
  }
  const { statesChanges = 'exit' } = knowledge
  if (statesChanges === 'exit') {
    const isOpen = error.category === 'GENERAL_ERROR' || error.category === 'TIMEOUT'
    return { sideEffects: isOpen ? 'partial' : 'none', said_by: 'exit' }
  }
  // Claw's document: `retryable` tells whether the caller can safely retry.
  const isStated = statesChanges === 'retryable' && error.retryable === true
  return isStated ? { sideEffects: 'none', said_by: 'answer' } : { sideEffects: 'partial' }
}

/** An exit that the manifest does not list breaks the contract; a redirect only means that the manifest is out of date. */
function isBreach({ outcome, knowledge }: FailureInput): boolean {
  if (outcome.error.category === 'REDIRECTED') return false
  return knowledge.command?.exits.every((exit) => !namesOf(exit).includes(outcome.exit)) ?? false
}

/** Finds an exit by the caller's number or the manifest's name: the tool may speak a dialect with other numbers. */
export function declaredExit(
  present: FailureInput,
): (DeclaredExit & { readonly said_by: 'caller' | 'manifest' }) | undefined {
  const { outcome, policy, knowledge } = present
  const number = outcome.process?.exit_code
  if (number !== undefined && Object.hasOwn(policy.exits, number)) {
    return { ...policy.exits[number]!, said_by: 'caller' }
  }
  const listed = knowledge.command?.exits ?? []
  // A synthesised error is not an exit of the tool.
  const isOwn = outcome.error.synthesised !== true
  const found =
    (isOwn ? listed.find(({ name }) => name === outcome.exit) : undefined) ??
    listed.find((exit) => exit.number === number && !isStandard(exit))
  return found && { ...found, said_by: 'manifest' }
}

function isStandard(exit: { readonly number: number; readonly name?: string }): boolean {
  const isKnown = (name: string) => isFailureName(name) || isSignalExitName(name)
  return exit.number <= 13 || namesOf(exit).some(isKnown)
}

/** Splits a name such as `A | B`: dialects with few numbers list several exits under one. */
function namesOf({ name = '' }: { readonly name?: string }): readonly string[] {
  return name.split(' | ')
}
