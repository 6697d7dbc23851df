import {
  type FailureOutcome,
  type Generation,
  isJsonObject,
  isSignalExitName,
  type Outcome,
  type OutcomeError,
} from 'surety/unstable/contract'
import { parseCommandLine, shownCommand } from '../../call/redirect/command-line.ts'
import { countVerdicts, triesOf, type FailureInput, type History } from '../history.ts'
import { because, escalate, type Ruling, type VerdictReason } from '../verdict.ts'
import { declaredExit, knownChange } from '../known-change.ts'
import { isShellSignal } from './stop.ts'
import type { Policy } from '../policy.ts'

/** The contract gives up after so many continuations without progress. */
const MAX_FLAT = 3

export function decideContinue(present: FailureInput): Ruling | undefined {
  const { outcome, history, knowledge, policy } = present
  if (outcome.exit !== 'INCOMPLETE') return undefined
  if (knowledge.undeclared === true) return escalate('DIALECT_UNDECLARED')
  const work = incompleteWork(outcome)
  if (work === undefined) {
    return escalate('MALFORMED', 'The answer is INCOMPLETE and does not say how to continue.')
  }
  const { continueCommand: command, done } = work
  const target = parseCommandLine(command, history)
  if (target === undefined) return escalate('CONTINUE_UNREADABLE')
  if (target.elsewhere) {
    return escalate('CONTINUE_ELSEWHERE', `'${shownCommand(target.argv)}' is another program.`)
  }
  if (flatRounds(history, done) >= MAX_FLAT) {
    const message = `${MAX_FLAT} continuations brought the work no further than ${done}.`
    return escalate('NO_PROGRESS', message)
  }
  if (countVerdicts(history, 'continue_work') >= policy.maxContinuations) {
    const message = `The work is incomplete after ${policy.maxContinuations} continuations; '${command}' continues it.`
    return escalate('CONTINUE_LIMIT', message)
  }
  return because('INCOMPLETE', { kind: 'continue_work', command })
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
  if (knownChange(present).sideEffects !== 'partial') return undefined
  if (history.steps.some(({ code }) => code === error.code)) return undefined
  return because('IDEMPOTENT', { kind: 'retry_after', wait_ms: 0 })
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
    const message = `${error.code} occurred ${tries} times without a change of state.`
    return escalate('TRIES_SPENT', message)
  }
  const wait = Math.round(waitFor(error, tries, policy, knowledge.generation))
  if (!(wait <= policy.maxWaitMs)) {
    const who = isWaitGiven(error) ? 'The tool asks for' : 'The contract demands'
    const message = `${who} a wait of ${wait} ms; ${policy.maxWaitMs} ms are allowed.`
    return escalate('WAIT_TOO_LONG', message)
  }
  const { category } = error
  const isNamed = category === 'RATE_LIMITED' || category === 'UNAVAILABLE'
  return because(isNamed ? category : 'TRANSIENT', { kind: 'retry_after', wait_ms: wait })
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
  const isPassing =
    isTransient(outcome) || error.category === 'UNAVAILABLE' || error.category === 'TIMEOUT'
  return (policy.safety !== 'unknown' && isPassing) || 'UNKNOWN_FAILURE'
}

/** Tests for EX_TEMPFAIL, the one sysexits number that asks for a retry, and for signals. */
function isTransient(outcome: FailureOutcome): boolean {
  const number = outcome.process?.exit_code ?? 0
  return number === 75 || isSignalExitName(outcome.exit) || isShellSignal(number)
}

function waitFor(error: OutcomeError, tries: number, policy: Policy, generation?: Generation) {
  const { retry_strategy: strategy, category } = error
  const given = isWaitGiven(error) ? error.retry_after_ms : undefined
  const grown = (factor: number) =>
    given === undefined
      ? Math.min(policy.backoffBaseMs * factor, policy.backoffCapMs)
      : given * factor
  if (strategy === 'immediate') return given ?? 0
  if (strategy === 'linear_backoff') return grown(tries)
  if (strategy === 'exponential_backoff') return grown(2 ** (tries - 1))
  if (given !== undefined) return given
  // The founding document has one default for every wait; later generations have a longer one here.
  if (category === 'RATE_LIMITED' && generation !== '1.0') return policy.rateLimitWaitMs
  return category === 'UNAVAILABLE' ? grown(2 ** (tries - 1)) : policy.defaultWaitMs
}

function isWaitGiven({ retry_after_ms: given }: OutcomeError): boolean {
  return typeof given === 'number' && given >= 0
}

export function incompleteWork({ exit, data }: Outcome) {
  if (exit !== 'INCOMPLETE' || !isJsonObject(data) || !isJsonObject(data['progress']))
    return undefined
  const { state, job_id: jobId, continue_command: next, cancel_command: cancel } = data
  const { done } = data['progress']
  if (typeof jobId !== 'string' || typeof done !== 'number') return undefined
  if (typeof next !== 'string' || typeof cancel !== 'string') return undefined
  // A background job goes on by itself; else the work stopped at a checkpoint.
  const isRunning = state === 'running'
  return { isRunning, jobId, done, continueCommand: next, cancelCommand: cancel }
}
