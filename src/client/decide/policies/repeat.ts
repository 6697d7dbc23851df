import {
  type FailureOutcome,
  type Generation,
  isJsonObject,
  isSignalExitName,
  type Outcome,
  type OutcomeError,
} from '../../../contract/index.ts'
import type { FailureInput } from '../decision-input.ts'
import { parseCommandLine, shownCommand } from '../../call/redirect/command-line.ts'
import { countVerdicts, type History, triesOf } from '../history.ts'
import { escalate, VERDICT_REASONS, type Ruling, type VerdictReason } from '../verdict.ts'
import { assumedSideEffects, declaredExit } from './stop.ts'
import { isShellSignal } from './stop.ts'
import type { Policy } from '../policy.ts'

/** The contract gives up after so many continuations without progress. */
const MAX_FLAT = 3

export function decideContinue({
  outcome,
  history,
  knowledge,
  policy,
}: FailureInput): Ruling | undefined {
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
    return escalate('CONTINUE_ELSEWHERE', `'${shownCommand(target.argv)}' is another program.`)
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

/** Repeats a command once that its manifest calls idempotent: the second run repairs what the first left half done. */
export function decideRerun(present: FailureInput): Ruling | undefined {
  const { outcome, history, knowledge } = present
  const { error } = outcome
  if (knowledge.command?.idempotent !== true || knowledge.undeclared === true) return undefined
  if (error.synthesised === true || error.retryable === true) return undefined
  if (error.category === 'ARG_ERROR' || outcome.process?.exit_code === 0) return undefined
  if (error.fix_required !== undefined || error.fix_command !== undefined) return undefined
  if (assumedSideEffects(present) !== 'partial') return undefined
  if (history.steps.some(({ code }) => code === error.code)) return undefined
  return {
    kind: 'retry_after',
    wait_ms: 0,
    reason: 'IDEMPOTENT',
    message: VERDICT_REASONS.IDEMPOTENT,
  }
}

export function decideRetry(present: FailureInput): Ruling {
  const { outcome, history, knowledge, policy } = present
  const { error } = outcome
  const answer = mayRepeat(present)
  if (answer !== true)
    return escalate(answer, answer === 'NOT_RETRYABLE' ? error.message : undefined)
  // Without a declared dialect, a new code each time is no new error.
  const tries =
    knowledge.undeclared === true ? history.steps.length + 1 : triesOf(error.code, history)
  if (tries >= policy.maxTries) {
    return escalate(
      'TRIES_SPENT',
      `${error.code} occurred ${tries} times without a change of state.`,
    )
  }
  const wait = Math.round(waitFor(error, tries, policy, knowledge.generation))
  if (!(wait <= policy.maxWaitMs)) {
    return escalate(
      'WAIT_TOO_LONG',
      `${isWaitGiven(error) ? 'The tool asks for' : 'The contract demands'} a wait of ${wait} ms; ${policy.maxWaitMs} ms are allowed.`,
    )
  }
  const reason = REASONS[error.category] ?? 'TRANSIENT'
  return { kind: 'retry_after', wait_ms: wait, reason, message: VERDICT_REASONS[reason] }
}

const REASONS: { readonly [category: string]: VerdictReason | undefined } = {
  RATE_LIMITED: 'RATE_LIMITED',
  UNAVAILABLE: 'UNAVAILABLE',
}

function mayRepeat(present: FailureInput): true | VerdictReason {
  const { outcome, knowledge, policy } = present
  const { error } = outcome
  // Never retryable by contract, whatever the tool says.
  if (error.category === 'PARTIAL_FAILURE') return 'IN_DOUBT'
  const declared = declaredExit(present)
  const isSaid =
    error.synthesised !== true && error.retryable !== null && knowledge.retryableStated !== false
  // The answer itself comes first, then the declaration, then the table.
  if (declared !== undefined && !isSaid) return declared.retryable || 'NOT_RETRYABLE'
  if (error.retryable === false) return 'NOT_RETRYABLE'
  if (error.retryable === true) return true
  if (error.category === 'RATE_LIMITED') return true
  const isHarmless = policy.safety !== 'unknown'
  if (
    isHarmless &&
    (isTransient(outcome) || error.category === 'UNAVAILABLE' || error.category === 'TIMEOUT')
  ) {
    return true
  }
  return 'UNKNOWN_FAILURE'
}

/** Tests for EX_TEMPFAIL, the one sysexits number that asks for a retry, and for signals. */
function isTransient(outcome: FailureOutcome): boolean {
  const number = outcome.process?.exit_code ?? 0
  return number === 75 || isSignalExitName(outcome.exit) || isShellSignal(number)
}

function waitFor(
  error: OutcomeError,
  tries: number,
  policy: Policy,
  generation?: Generation,
): number {
  const given = error.retry_after_ms ?? 0
  const isGiven = isWaitGiven(error)
  const base = isGiven ? given : policy.backoffBaseMs
  switch (error.retry_strategy) {
    case 'immediate':
      return isGiven ? given : 0
    case 'linear_backoff':
      return isGiven ? given * tries : capped(base * tries, policy)
    case 'exponential_backoff':
      return isGiven ? given * 2 ** (tries - 1) : capped(base * 2 ** (tries - 1), policy)
    case undefined:
      break
  }
  if (isGiven) return given
  // The founding document has one default for every wait; later generations have a longer one here.
  if (error.category === 'RATE_LIMITED' && generation !== '1.0') return policy.rateLimitWaitMs
  if (error.category === 'UNAVAILABLE')
    return capped(policy.backoffBaseMs * 2 ** (tries - 1), policy)
  return policy.defaultWaitMs
}

function isWaitGiven({ retry_after_ms: given }: OutcomeError): boolean {
  return typeof given === 'number' && given >= 0
}

function capped(wait: number, policy: Policy): number {
  return Math.min(wait, policy.backoffCapMs)
}

export function incompleteWork({ exit, data }: Outcome) {
  if (exit !== 'INCOMPLETE' || !isJsonObject(data) || !isJsonObject(data['progress'])) {
    return undefined
  }
  const { state, job_id: jobId, continue_command: next, cancel_command: cancel } = data
  const { done } = data['progress']
  if (typeof jobId !== 'string' || typeof next !== 'string' || typeof cancel !== 'string') {
    return undefined
  }
  if (typeof done !== 'number') return undefined
  // A background job goes on by itself; else the work stopped at a checkpoint.
  const isRunning = state === 'running'
  return { isRunning, jobId, done, continueCommand: next, cancelCommand: cancel }
}
