import { ERROR_CODES, isErrorCode, isFailureName, type ReadOutcome } from '../contract/index.ts'
import type { DeclaredCommand } from './policy.ts'

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
  if (outcome.ok || outcome.error.synthesised === true || !dialect.startsWith('spec-')) return false
  const { category, phase, retryable, code } = outcome.error
  if (category === 'PARTIAL_FAILURE' && (phase === 'validation' || retryable === true)) return true
  if (category === 'ARG_ERROR' && (phase === 'execution' || phase === 'cleanup')) return true
  if (dialect === 'spec-1.6' && retryable === true && AFTER_FIX.has(category)) return true
  return isSwapped(category, code)
}

/** What contract 1.6 never calls retryable, because the caller has to correct something first. */
const AFTER_FIX: ReadonlySet<string> = new Set([
  'ARG_ERROR',
  'PRECONDITION',
  'AUTH_REQUIRED',
  'PAYMENT_REQUIRED',
  'REDIRECTED',
])

/** Two names changed their numbers; an error code that belongs to the one is not the other. */
function isSwapped(category: string, code: string): boolean {
  if (category !== 'ARG_ERROR' && category !== 'PARTIAL_FAILURE') return false
  const own = isFailureName(code) ? code : isErrorCode(code) ? ERROR_CODES[code].exit : category
  return own !== category && (own === 'ARG_ERROR' || own === 'PARTIAL_FAILURE')
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
