import { basename } from 'node:path'

import type { FailureOutcome } from '../../../contract/index.ts'
import type { DecisionInput } from '../decision-input.ts'

/** Programs that only read and say "no" with exit 1: no match, a difference, false. */
const SAYS_NO: ReadonlySet<string> = new Set(
  'grep egrep fgrep zgrep rg ag ack diff colordiff sdiff cmp test [ expr pgrep which type false'.split(
    ' ',
  ),
)

/** Tests for an exit 1 that is an answer and no failure of the program; it cannot have changed anything. */
export function isNegativeResult({ outcome, history }: DecisionInput<FailureOutcome>): boolean {
  const { error, process } = outcome
  return (
    error.synthesised === true &&
    process?.exit_code === 1 &&
    history.program.length === 1 &&
    SAYS_NO.has(basename(history.program[0] ?? ''))
  )
}
