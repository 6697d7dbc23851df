import { basename } from 'node:path'

import { CLIENT_CODES } from '../../client-codes.ts'
import type { DecisionInput } from '../decision-input.ts'
import type { HistoryStep } from '../history.ts'
import { isInDoubt } from './doubt.ts'
import { escalate, type Ruling } from '../verdict.ts'
import { type FailureOutcome, isSignalExitName } from '../../../contract/index.ts'

/** Escalates where a retry is useless or unsafe: aborts, programs that do not start, limits, doubt. */
export function decideCondition(present: DecisionInput<FailureOutcome>): Ruling | undefined {
  const { outcome, history, policy } = present
  const { error } = outcome
  if (isMadeByClient(outcome, CLIENT_CODES.ABORTED)) return escalate('ABORTED')
  if (
    isMadeByClient(outcome, CLIENT_CODES.PROGRAM_NOT_FOUND) ||
    isMadeByClient(outcome, CLIENT_CODES.PROGRAM_NOT_RUNNABLE)
  ) {
    return escalate('PROGRAM_MISSING', error.message)
  }
  if (history.steps.filter((step) => !isCountedApart(step)).length + 1 >= policy.maxSteps) {
    return escalate('STEPS_SPENT', `The call reached the limit of ${policy.maxSteps} attempts.`)
  }
  // Exit 0 means that the work is done, whatever the answer says.
  if (outcome.process?.exit_code === 0) return escalate('EXIT_ZERO')
  if (isNegativeResult(present)) return escalate('NEGATIVE_RESULT')
  if (!isInDoubt(present)) return undefined
  const isEndedBySystem =
    error.category === 'GENERAL_ERROR' && isExitOfSystem(outcome.process?.exit_code ?? 0)
  if (isSignalExitName(outcome.exit) || isEndedBySystem) {
    return escalate(
      'ENVIRONMENT',
      'A signal or the system ended the process; check state and environment before running it again.',
    )
  }
  return escalate(
    'IN_DOUBT',
    'The command may have changed something before it failed; check before running it again.',
  )
}

/** Pages and continuations have limits of their own. */
function isCountedApart({ verdict }: HistoryStep): boolean {
  return verdict === 'next_page' || verdict === 'continue_work'
}

/** 126 and 127 come from a shell, as does 128 plus a signal; 128 itself and 255 are ordinary failures. */
function isExitOfSystem(number: number): boolean {
  return number === 126 || number === 127 || isShellSignal(number)
}

function isMadeByClient(outcome: FailureOutcome, code: string): boolean {
  return outcome.error.synthesised === true && outcome.error.code === code
}

/** Programs that only read and say "no" with exit 1: no match, a difference, false. */
const SAYS_NO: ReadonlySet<string> = new Set(
  'grep egrep fgrep zgrep rg ag ack diff colordiff sdiff cmp test [ expr pgrep which type false'.split(
    ' ',
  ),
)

/** Tests for an exit 1 that is an answer and no failure of the program; it cannot have changed anything. */
function isNegativeResult({ outcome, history }: DecisionInput<FailureOutcome>): boolean {
  const { error, process } = outcome
  return (
    error.synthesised === true &&
    process?.exit_code === 1 &&
    history.program.length === 1 &&
    SAYS_NO.has(basename(history.program[0] ?? ''))
  )
}

/** Tests for an exit number with which a shell reports a signal: 128 plus its number. */
export function isShellSignal(number: number): boolean {
  return number > 128 && number <= 128 + 64
}
