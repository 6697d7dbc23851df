import { isFailureName, type ReadOutcome } from '../../../contract/index.ts'
import { contradictsGeneration, traitsOf } from '../../../dialects/index.ts'
import type { DeclaredCommand } from '../../decide/policy.ts'

/** An answer as one dialect reads it. */
export interface DialectReading {
  readonly dialect: string
  readonly outcome: ReadOutcome
}

/**
 * Narrows down the dialects that fit the shape of an answer. A dialect is ruled out if the answer says
 * something that its generation never says with that exit; then, if several are left, if the manifest has
 * another name for the exit number. Version strings do not help: every generation may print 1.0.
 */
export function distinguishGenerations(
  readings: readonly DialectReading[],
  command: DeclaredCommand | undefined,
): readonly DialectReading[] {
  const possible = readings.filter((reading) => !isRuledOut(reading))
  // An answer that contradicts all of them rules out none.
  const left = possible.length === 0 ? readings : possible
  const listed =
    left.length < 2 ? left : left.filter(({ outcome }) => !isMisnamed(outcome, command))
  return mostCautiousFirst(listed.length === 0 ? left : listed)
}

/** Tests whether an answer says something that its generation never says. */
export function isRuledOut({ dialect, outcome }: DialectReading): boolean {
  const { generation } = traitsOf(dialect)
  if (generation === undefined) return false
  // A synthesised error was not said by the tool.
  if (outcome.ok || outcome.error.synthesised === true) return false
  return contradictsGeneration(generation, outcome.error) !== undefined
}

function isMisnamed(outcome: ReadOutcome, command: DeclaredCommand | undefined): boolean {
  const entry = command?.exits.find(({ number }) => number === outcome.process.exit_code)
  return entry?.name !== undefined && isFailureName(entry.name) && entry.name !== outcome.exit
}

/** Puts readings as a partial failure first: they are the most cautious ones. */
function mostCautiousFirst(readings: readonly DialectReading[]): readonly DialectReading[] {
  const rank = ({ outcome }: DialectReading) => (isPartial(outcome) ? 0 : 1)
  return readings.toSorted((one, other) => rank(one) - rank(other))
}

function isPartial(outcome: ReadOutcome): boolean {
  return !outcome.ok && outcome.error.category === 'PARTIAL_FAILURE'
}
