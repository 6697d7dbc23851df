import { isFailureName, type ReadOutcome } from '../../contract/index.ts'
import { contradictsGeneration, traitsOf } from '../../dialects/index.ts'
import type { DeclaredCommand } from '../decide/policy.ts'

/** An answer as one dialect reads it. */
export interface DialectReading {
  readonly dialect: string
  readonly outcome: ReadOutcome
}

/**
 * Tells apart the dialects that fit the shape of an answer: a reading goes when the answer says
 * something that its generation never says with that exit; where this leaves several, when the tool's
 * manifest has another name for the number. Version strings prove nothing: both generations print 1.0.
 */
export function tellApart(
  readings: readonly DialectReading[],
  command: DeclaredCommand | undefined,
): readonly DialectReading[] {
  const possible = readings.filter((reading) => !isImpossible(reading))
  // An answer that contradicts every reading proves nothing about any of them.
  const left = possible.length === 0 ? readings : possible
  const listed =
    left.length < 2 ? left : left.filter(({ outcome }) => !isMisnamed(outcome, command))
  return mostCarefulFirst(listed.length === 0 ? left : listed)
}

/** Tests whether an answer says what the generation that it was read in never says. */
export function isImpossible({ dialect, outcome }: DialectReading): boolean {
  const { generation } = traitsOf(dialect)
  if (generation === undefined) return false
  // What the reader made up, the tool did not say.
  if (outcome.ok || outcome.error.synthesised === true) return false
  return contradictsGeneration(generation, outcome.error) !== undefined
}

function isMisnamed(outcome: ReadOutcome, command: DeclaredCommand | undefined): boolean {
  const entry = command?.exits.find(({ number }) => number === outcome.process.exit_code)
  return entry?.name !== undefined && isFailureName(entry.name) && entry.name !== outcome.exit
}

/** As long as it is open, whoever reads on must see what may have happened and not what may not. */
function mostCarefulFirst(readings: readonly DialectReading[]): readonly DialectReading[] {
  const rank = ({ outcome }: DialectReading) => (isPartial(outcome) ? 0 : 1)
  return readings.toSorted((one, other) => rank(one) - rank(other))
}

function isPartial(outcome: ReadOutcome): boolean {
  return !outcome.ok && outcome.error.category === 'PARTIAL_FAILURE'
}
