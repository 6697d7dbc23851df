import type { DecisionInput } from '../decision-input.ts'
import { isTolerable } from '../tolerable-problems.ts'
import { escalate, type Ruling } from '../verdict.ts'

/** Escalates answers that break their contract in a way that the contract does not tolerate. */
export function decideMalformed({ outcome, knowledge }: DecisionInput): Ruling | undefined {
  const { malformed = false, problems = [] } = outcome.diagnostics ?? {}
  const grave = problems.filter((problem) => !isTolerable(problem))
  if (malformed && outcome.ok && outcome.data === null && outcome.meta.not_modified !== true) {
    return escalate('NOTHING_TO_ACT_ON', 'The answer has neither data nor an error.')
  }
  if (malformed && (grave.length > 0 || problems.length === 0)) {
    return escalate(
      'MALFORMED',
      `The answer breaks its contract: ${grave.join('; ') || 'no reason given'}.`,
    )
  }
  if (knowledge.dialectChanged === true && outcome.ok) return escalate('DIALECT_CHANGED')
  // Dialects that fit a success agree on it; they differ only in what follows from a failure.
  if (!knowledge.certain && !outcome.ok) return escalate('DIALECT_UNCERTAIN')
  return undefined
}
