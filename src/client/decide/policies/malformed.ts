import type { Case } from '../decision-input.ts'
import { isTolerable } from '../tolerable-problems.ts'
import { escalate, type Ruling } from '../verdict.ts'

/** Keeps hands off answers that break their contract, unless the contract itself says how to read them. */
export function decideMalformed({ outcome, knowledge }: Case): Ruling | undefined {
  const { malformed = false, problems = [] } = outcome.diagnostics ?? {}
  const grave = problems.filter((problem) => !isTolerable(problem))
  if (malformed && outcome.ok && outcome.data === null && outcome.meta.not_modified !== true) {
    return escalate(
      'NOTHING_TO_ACT_ON',
      'Neither data nor an error was given; there is nothing to act on.',
    )
  }
  if (malformed && (grave.length > 0 || problems.length === 0)) {
    return escalate(
      'MALFORMED',
      `The answer breaks its contract: ${grave.join('; ') || 'no reason given'}.`,
    )
  }
  // A success is the same in all dialects that fit; only what to do about a failure differs.
  if (!knowledge.certain && !outcome.ok) return escalate('DIALECT_UNCERTAIN')
  return undefined
}
