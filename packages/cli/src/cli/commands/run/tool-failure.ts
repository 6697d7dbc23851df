import { disownedError, type RunResult, type Verdict } from '@surety/client/unstable/client'
import {
  isFailureName,
  isJsonObject,
  isSignalExitName,
  SuretyError,
  type FailureOutcome,
  type JsonObject,
  type JsonValue,
  type Outcome,
  type OutcomeError,
} from 'surety/unstable/contract'
import { given } from '@surety/internal/given.ts'
import { splitWords } from '@surety/internal/shell-words.ts'
import { StoredEnd } from 'surety/unstable/surface'
import { unsaid, type PlainData } from './plain-answer.ts'

/** Reasons to treat a reported success as a failure: nobody may rely on the answer. */
const REFUSED: ReadonlySet<Verdict['reason']> = new Set([
  'MALFORMED',
  'CONTRACT_MISMATCH',
  'NOTHING_TO_ACT_ON',
  'EXIT_ZERO',
  'DIALECT_UNCERTAIN',
])

const REFUSED_WORK: ReadonlySet<Verdict['reason']> = new Set([
  'CONTINUE_UNSAFE',
  'CONTINUE_ELSEWHERE',
  'CONTINUE_UNREADABLE',
])

/** Reasons whose names say all of it after one attempt of a program without an envelope. */
export const EVIDENT: ReadonlySet<Verdict['reason']> = new Set([
  'FIX_NEEDED',
  'IN_DOUBT',
  'NOT_RETRYABLE',
  'PART_FAILED',
  'READ_FAILED',
  'UNKNOWN_FAILURE',
])

export function isDone(outcome: Outcome, verdict: Verdict): boolean {
  return outcome.ok && !(verdict.kind === 'escalate' && REFUSED.has(verdict.reason))
}

/** `isRead` if the call changes nothing, so that another one later does no harm. */
export function toFailure(
  ended: Pick<RunResult, 'outcome' | 'verdict'>,
  isRead = false,
): SuretyError {
  const { outcome, verdict } = ended
  if (outcome.ok) {
    const { code = verdict.reason, message = verdict.message } = disownedError(outcome) ?? {}
    const facts = { retryable: false, data: outcome.data }
    return new SuretyError(code, 'GENERAL_ERROR', message, facts)
  }
  const error = decidedError(outcome.error, verdict, isRead)
  const { code, message, category: _category, synthesised: _made, ...facts } = error
  const exit = exitOf(outcome)
  if (exit === 'REDIRECTED' || REFUSED_WORK.has(verdict.reason)) {
    // By contract REDIRECTED and INCOMPLETE tell callers to run the command; this one was refused, and why is to be settled.
    const fix = { fix_required: verdict.message, data: outcome.data, retryable: false }
    return new SuretyError(code, 'PRECONDITION', message, fix)
  }
  return new SuretyError(code, exit, message, {
    // The tool says by its exit that it refused the input before it changed anything.
    ...(exit === 'ARG_ERROR' && { phase: 'validation' }),
    ...facts,
    data: unsaidData(outcome),
  })
}

/** Gives what a failed program printed beyond what its error says. */
export function unsaidData({ data, error, meta }: FailureOutcome): JsonValue {
  const isPlain = error.synthesised === true && meta['wrapped'] === true && isJsonObject(data)
  return isPlain ? unsaid(data as unknown as PlainData, error.message) : data
}

/** Reasons that leave the tool's word on retrying as it is: the call may be made again, later or after a change. */
const REPEATABLE: ReadonlySet<Verdict['reason']> = new Set([
  'WAIT_TOO_LONG',
  'DEADLINE',
  'ABORTED',
  'CREDENTIALS_NEEDED',
  'PAYMENT_NEEDED',
  'FIX_NEEDED',
  'NOT_RETRYABLE',
  'UNKNOWN_FAILURE',
])

/** Makes an error say what was decided: what must not be repeated is not retryable, a refused command is not passed on. */
export function decidedError(
  error: OutcomeError,
  { reason }: Verdict,
  isRead = false,
): OutcomeError {
  // A redirect that was followed led to another outcome; one that is left was refused. Nobody may need a shell for a fix.
  const { redirect, fix_command: fix, ...left } = error
  const isFit = fix === undefined || splitWords(fix).ok
  const kept =
    redirect === undefined && isFit ? error : { ...left, ...(isFit && given({ fix_command: fix })) }
  if (isOfWorld(error)) return { ...kept, retryable: null, recovery: 'unknown' }
  const isPassing =
    error.retryable === true && (reason === 'READ_FAILED' || (isRead && reason === 'TRIES_SPENT'))
  if (isPassing || REPEATABLE.has(reason) || error.retryable === false) return kept
  const { retry_after_ms: _wait, retry_strategy: _strategy, recovery: _recovery, ...facts } = kept
  return { ...facts, retryable: false, recovery: 'never' }
}

const OF_WORLD: ReadonlySet<string> = new Set(['UNAVAILABLE', 'RATE_LIMITED', 'TIMEOUT'])
const WORLD_CODES = /^NO_CONNECTION$|^E(?:AI_AGAIN|CONN\w+|TIMEDOUT|BUSY)$|BUSY|LOCKED/

/** Tests for what only another state of the world helps with: nobody knows whether that comes. */
function isOfWorld({ synthesised, retryable, category, code }: OutcomeError): boolean {
  if (synthesised !== true || retryable === true) return false
  return OF_WORLD.has(category) || WORLD_CODES.test(code)
}

export function toolsOwnWord({ error }: Outcome, verdict: Verdict): JsonObject {
  if (error === null || error.synthesised === true) return {}
  const { retryable, retry_after_ms: wait } = error
  if (decidedError(error, verdict).retryable === retryable) return {}
  return { tool_retryable: retryable, ...(wait !== undefined && { tool_retry_after_ms: wait }) }
}

function exitOf({ exit, error }: FailureOutcome): SuretyError['exit'] {
  return isFailureName(exit) || isSignalExitName(exit) ? exit : error.category
}

/** Ends a call whose tool kept work that was not continued. Contract 1.16 has an exit for it. */
export function keptWork(result: RunResult): SuretyError | StoredEnd {
  const failure = toFailure(result)
  if (REFUSED_WORK.has(result.verdict.reason)) return failure
  const error = { ...failure.toErrorInput(), phase: 'execution' as const }
  return new StoredEnd({ data: failure.data, failure: { exit: 'INCOMPLETE', error } })
}
