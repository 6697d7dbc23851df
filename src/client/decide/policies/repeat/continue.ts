import type { FailureOutcome } from '../../../../contract/index.ts'
import type { DecisionInput } from '../../decision-input.ts'
import { parseCommandLine } from '../../../call/redirect/command-line.ts'
import { countVerdicts, type History } from '../../history.ts'
import { incompleteWork } from '../../incomplete-work.ts'
import { escalate, VERDICT_REASONS, type Ruling } from '../../verdict.ts'

/** The contract gives up after so many continuations without progress. */
const MAX_FLAT = 3

/** Continues incomplete work of the same tool: up to a limit, and only while it advances. */
export function decideContinue({
  outcome,
  history,
  knowledge,
  policy,
}: DecisionInput<FailureOutcome>): Ruling | undefined {
  if (outcome.exit !== 'INCOMPLETE') return undefined
  if (knowledge.undeclared === true) return escalate('DIALECT_UNDECLARED')
  const work = incompleteWork(outcome)
  if (work === undefined) {
    return escalate('MALFORMED', 'INCOMPLETE without the data that says how to continue.')
  }
  const { continueCommand: command, done } = work
  const target = parseCommandLine(command, history)
  if (target === undefined) return escalate('CONTINUE_UNREADABLE')
  if (target.elsewhere) {
    return escalate('CONTINUE_ELSEWHERE', `'${command}' is another program, or runs others.`)
  }
  if (flatRounds(history, done) >= MAX_FLAT) {
    return escalate(
      'NO_PROGRESS',
      `${MAX_FLAT} continuations brought the work no further than ${done}.`,
    )
  }
  if (countVerdicts(history, 'continue_work') >= policy.maxContinuations) {
    return escalate(
      'CONTINUE_LIMIT',
      `The work is incomplete after ${policy.maxContinuations} continuations; '${command}' continues it.`,
    )
  }
  return {
    kind: 'continue_work',
    command,
    reason: 'INCOMPLETE',
    message: VERDICT_REASONS.INCOMPLETE,
  }
}

/** Counts the last continuations in which the work did not advance, the present one included. */
function flatRounds(history: History, done: number): number {
  const counts = history.steps.flatMap((step) => (step.done === undefined ? [] : [step.done]))
  let best = -1
  let flat = 0
  for (const count of [...counts, done]) {
    flat = count > best ? 0 : flat + 1
    best = Math.max(best, count)
  }
  return flat
}
