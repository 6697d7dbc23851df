import tolerable from './tolerable.json' with { type: 'json' }
import { countVerdicts, type DecisionInput, type FailureInput, type Knowledge } from '../history.ts'
import { escalate, type Ruling } from '../verdict.ts'
import {
  isFailureName,
  isSignalExitName,
  type Outcome,
  type SideEffects,
} from 'surety/unstable/contract'
import type { DeclaredExit, Policy, Safety } from '../policy.ts'

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
  if (!isInDoubt(present)) return undefined
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

export function assumedSideEffects(present: FailureInput): SideEffects {
  const { outcome, knowledge } = present
  const { error } = outcome
  if (knowledge.reads === true) return 'none'
  // The standard table fixes these two, whatever a command declares.
  if (error.category === 'PARTIAL_FAILURE') return 'partial'
  if (error.phase === 'validation') return 'none'
  const declared = declaredExit(present)
  if (declared !== undefined) return declared.side_effects
  if (isSignalExitName(outcome.exit)) return 'partial'
  // An exit that the manifest does not list breaks the contract; a redirect only means that the
  // manifest is out of date.
  const listed = knowledge.command?.exits
  const isBreach = listed?.every((exit) => !namesOf(exit).includes(outcome.exit)) ?? false
  if (isBreach && error.category !== 'REDIRECTED') return 'partial'
  // A tool of the contract is unavailable before it changes anything; an ordinary program can lose its connection on the way.
  const isCutOff = error.category === 'UNAVAILABLE' && error.synthesised === true
  const isOpen = error.category === 'GENERAL_ERROR' || error.category === 'TIMEOUT'
  return isOpen || isCutOff ? 'partial' : 'none'
}

export function isInDoubt(present: FailureInput): boolean {
  return present.policy.safety === 'unknown' && assumedSideEffects(present) !== 'none'
}

/** The caller's word wins over the manifest, except that a command that the manifest calls destructive is not safe. */
export function resolveSafety(policy: Policy, { command }: Knowledge): Safety {
  if (policy.safety === 'unknown' && command?.danger === 'safe') return 'safe'
  if (policy.safety === 'safe' && command?.danger === 'destructive') return 'unknown'
  return policy.safety
}

/** Finds an exit by the caller's number or the manifest's name: the tool may speak a dialect with other numbers. */
export function declaredExit(present: FailureInput): DeclaredExit | undefined {
  const { outcome, policy, knowledge } = present
  const number = outcome.process?.exit_code
  if (number !== undefined && Object.hasOwn(policy.exits, number)) return policy.exits[number]
  const listed = knowledge.command?.exits ?? []
  // A synthesised error is not an exit of the tool.
  const isOwn = outcome.error.synthesised !== true
  const byName = isOwn ? listed.find(({ name }) => name === outcome.exit) : undefined
  return byName ?? listed.find((exit) => exit.number === number && !isStandard(exit))
}

function isStandard(exit: { readonly number: number; readonly name?: string }): boolean {
  const isKnown = (name: string) => isFailureName(name) || isSignalExitName(name)
  return exit.number <= 13 || namesOf(exit).some(isKnown)
}

/** Splits a name such as `A | B`: dialects with few numbers list several exits under one. */
function namesOf({ name = '' }: { readonly name?: string }): readonly string[] {
  return name.split(' | ')
}
