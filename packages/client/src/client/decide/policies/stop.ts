import tolerable from './tolerable.json' with { type: 'json' }
import { countVerdicts, type DecisionInput, type FailureInput, type Knowledge } from '../history.ts'
import { escalate, type Ruling } from '../verdict.ts'
import { knownChange } from '../known-change.ts'
import type { Policy, Safety } from '../policy.ts'
import { isSignalExitName, type Outcome } from 'surety/unstable/contract'

export function decideCondition(present: FailureInput): Ruling | undefined {
  const { outcome, history, policy } = present
  const { error } = outcome
  const madeByClient = error.synthesised === true ? error.code : ''
  if (madeByClient === 'ABORTED') return escalate('ABORTED')
  if (NOT_STARTED.has(madeByClient)) return escalate('PROGRAM_MISSING', error.message)
  // Pages and continuations have limits of their own.
  const apart = countVerdicts(history, 'next_page') + countVerdicts(history, 'continue_work')
  if (history.steps.length - apart + 1 >= policy.maxSteps) {
    return escalate('STEPS_SPENT', `The call reached the limit of ${policy.maxSteps} attempts.`)
  }
  // Exit 0 means that the work is done, whatever the answer says, unless we stopped the process.
  const isStopped = madeByClient === 'TIMEOUT'
  const isHidden = outcome.meta['hidden'] === true && error.synthesised === true
  if (outcome.process?.exit_code === 0 && !isStopped && !isHidden) return escalate('EXIT_ZERO')
  if (present.knowledge.reads === true) return escalate('READ_FAILED')
  if (isHidden) return escalate('PART_FAILED')
  if (!isInDoubt(present) || hasOnlyForeignWords(present)) return undefined
  const number = outcome.process?.exit_code ?? 0
  // 126 and 127 come from a shell, as does 128 plus a signal; 128 itself and 255 are ordinary failures.
  const isOfSystem = number === 126 || number === 127 || isShellSignal(number)
  if (isSignalExitName(outcome.exit) || (isOfSystem && error.category === 'GENERAL_ERROR')) {
    const message =
      'A signal or the system ended the process; check state and environment before running it again.'
    return escalate('ENVIRONMENT', message)
  }
  const message =
    'The command may have changed something before it failed; check before running it again.'
  return escalate('IN_DOUBT', message)
}

const NOT_STARTED = new Set(['PROGRAM_NOT_FOUND', 'PROGRAM_NOT_RUNNABLE', 'TERMINAL_REQUIRED'])

/** Tests for an exit number with which a shell reports a signal: 128 plus its number. */
export function isShellSignal(number: number): boolean {
  return number > 128 && number <= 128 + 64
}

export function decideMalformed(
  present: Pick<DecisionInput, 'outcome' | 'knowledge'>,
): Ruling | undefined {
  const { outcome, knowledge } = present
  const { malformed = false, problems = [] } = outcome.diagnostics ?? {}
  const grave = problems.filter((problem) => !TOLERABLE.has(problem.split(':', 1)[0] ?? ''))
  if (malformed && outcome.ok && outcome.data === null && outcome.meta.not_modified !== true) {
    return escalate(disownedError(outcome) === undefined ? 'NOTHING_TO_ACT_ON' : 'EXIT_ZERO')
  }
  if (malformed && (grave.length > 0 || problems.length === 0)) {
    const message = `The answer breaks its contract: ${grave.join('; ') || 'no reason given'}.`
    return escalate('MALFORMED', message)
  }
  if (knowledge.dialectChanged === true && outcome.ok) return escalate('DIALECT_CHANGED')
  // Dialects that fit a success agree on it; they differ only in what follows from a failure.
  if (!knowledge.certain && !outcome.ok) return escalate('DIALECT_UNCERTAIN')
  return undefined
}

/** Returns the error of an answer whose exit code says success: the contract ignores it, people need it. */
export function disownedError({ ok, diagnostics }: Outcome) {
  const { problems = [], other_documents: others = [] } = diagnostics ?? {}
  if (!ok || !problems.some((problem) => problem.startsWith('error_on_success:'))) return undefined
  const { code, message } = Object(others.at(-1)) as Record<string, unknown>
  return typeof code === 'string' && typeof message === 'string' ? { code, message } : undefined
}

/** Problems that the contracts tell readers to tolerate. With any other the answer is not reliable. */
const TOLERABLE: ReadonlySet<string> = new Set(tolerable)

/** The words of a foreign tool do not tell what was changed: what they say helps a person, and nothing is repeated for it. */
function hasOnlyForeignWords(present: FailureInput): boolean {
  const { outcome, knowledge } = present
  const { statesChanges = 'exit' } = knowledge
  const { category, synthesised } = outcome.error
  const isOpen = category === 'GENERAL_ERROR' || category === 'TIMEOUT'
  if (statesChanges === 'exit' || synthesised === true || isOpen) return false
  return knownChange(present).said_by === undefined && !isSignalExitName(outcome.exit)
}

export function isInDoubt(present: FailureInput): boolean {
  return present.policy.safety === 'unknown' && knownChange(present).sideEffects !== 'none'
}

/** The caller's word wins over the manifest, except that a command that the manifest calls destructive is not safe. */
export function resolveSafety(policy: Policy, { command }: Knowledge): Safety {
  if (policy.safety === 'unknown' && command?.danger === 'safe') return 'safe'
  if (policy.safety === 'safe' && command?.danger === 'destructive') return 'unknown'
  return policy.safety
}
