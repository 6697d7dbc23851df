import type { Attempt, Continuation, RunResult, Verdict } from '@surety/client/unstable/client'
import type { JsonObject, Outcome } from 'surety/unstable/contract'
import { given } from '@surety/internal/given.ts'
import { redactWords } from '@surety/internal/redact/secret-options.ts'
import type { Redactor } from '@surety/internal/redact/redactor.ts'
import { isWrapped } from './plain-answer.ts'
import { EVIDENT, isDone } from './tool-failure.ts'

const MAX_LISTED = 50

/** Says what a call did. A cut answer has no cursor, because the rest of its page would be skipped. */
export function callMeta(
  result: RunResult,
  redactor: Redactor,
  { isCut, isFull }: { readonly isCut: boolean; readonly isFull: boolean },
): JsonObject {
  const { outcome, attempts, anomalies, applied_redirects: applied, continuation } = result
  const last = attempts.findLast(({ role }) => role === 'call')
  const { truncated, cursor, pages, cap } = outcome.meta
  const isCutOff = truncated === true || last?.guess?.truncated === true || cap !== undefined
  return {
    ...(isFull ? wholeRecord(result, redactor) : decision(result, redactor)),
    ...(last?.guess != null && { guess: guessOf(last.guess) }),
    ...(anomalies.length > 0 && { anomalies: anomalies.map((anomaly) => ({ ...anomaly })) }),
    ...(applied.length > 0 && {
      applied_redirects: applied.map(({ from, to }) => ({ from: [...from], to: [...to] })),
    }),
    ...(continuation && { continuation: continuationOf(continuation, outcome) }),
    ...(isCutOff && { truncated: true }),
    ...(cursor !== undefined && !isCut && { cursor }),
    ...(pages !== undefined && { pages }),
  }
}

function decision(result: RunResult, redactor: Redactor): JsonObject {
  const { attempts, verdict, outcome } = result
  const last = attempts.findLast(({ role }) => role === 'call')
  const exitCode = last?.outcome.process?.exit_code ?? 0
  const { message, kind, ...named } = verdictOf(verdict)
  const why = { ...named, ...given({ changed: changedBy(result) }) }
  // A failure is never accepted.
  const decided = isDone(outcome, verdict) ? { kind: kind!, ...why } : why
  const isAccepted = verdict.kind === 'accept'
  // A success passes the message on as a warning or as its error, and some failures are their own reason.
  const isBrief = attempts.length === 1 && isWrapped(result) && EVIDENT.has(verdict.reason)
  const isSaid = outcome.ok || outcome.error.message === message || isBrief
  const {
    duration_ms: _duration,
    leaves_changes: _leaves,
    hidden,
    parts,
    parts_unknown,
    cap,
    ...own
  } = ownMeta(result)
  return {
    ...given({ hidden, parts, parts_unknown, cap }),
    ...(last?.dialect != null && { dialect: last.dialect }),
    ...(exitCode !== 0 && { tool_exit_code: exitCode }),
    verdict: isSaid ? decided : { ...decided, message: message ?? null },
    ...(attempts.length > 1 && { attempts: attemptsOf(result, redactor) }),
    ...(Object.keys(own).length > 0 && { tool_meta: own }),
    ...(!isAccepted && !isBrief && { call: result.call }),
  }
}

/** Says of a failed program without an envelope whether it changed anything; envelopes say it themselves. */
function changedBy(result: RunResult): 'yes' | 'no' | 'unknown' | undefined {
  const { outcome, verdict } = result
  if (outcome.ok || outcome.error.synthesised !== true) return undefined
  if (isWrapped(result) && outcome.meta['leaves_changes'] === true) return 'yes'
  const isUntouched =
    verdict.reason === 'READ_FAILED' ||
    outcome.exit === 'ARG_ERROR' ||
    outcome.error.phase === 'validation'
  return isUntouched ? 'no' : 'unknown'
}

function wholeRecord(result: RunResult, redactor: Redactor): JsonObject {
  const last = result.attempts.findLast(({ role }) => role === 'call')
  return {
    tool: result.tool,
    wrapped: isWrapped(result),
    dialect: last?.dialect ?? null,
    tool_exit: result.outcome.exit,
    tool_exit_code: last?.outcome.process?.exit_code ?? null,
    verdict: verdictOf(result.verdict),
    attempts: attemptsOf(result, redactor),
    tool_meta: ownMeta(result),
    call: result.call,
    trace_id: result.trace_id,
  }
}

function attemptsOf({ attempts, timing }: RunResult, redactor: Redactor): JsonObject {
  return {
    count: attempts.length,
    running_ms: timing.running_ms,
    waited_ms: timing.waited_ms,
    log: attempts.slice(-MAX_LISTED).map((attempt) => attemptOf(attempt, redactor)),
  }
}

function guessOf(guess: NonNullable<Attempt['guess']>): JsonObject {
  // The answer itself has its warnings and says that it is truncated.
  const { candidates, warnings: _warnings, truncated: _truncated, ...facts } = guess
  const shown = { ...facts, ...(candidates && { candidates: [...candidates] }) }
  // Who follows a hint must not get the opposite of this answer.
  if (facts.conflicts === true) return shown
  // Of several dialects that fit, the wrong one would give later answers another meaning.
  const hint = candidates
    ? "Run 'surety memory learn' to ask the tool which of them it speaks, or add --dialect if you know it."
    : `Add --dialect ${facts.dialect}, or run 'surety memory learn', to have it read.`
  return { ...shown, hint }
}

function continuationOf({ count, state, work }: Continuation, outcome: Outcome): JsonObject {
  if (outcome.exit === 'INCOMPLETE') return { count, state }
  if (state === 'finished') return { count, state, job_id: work['job_id'] ?? null }
  const hint =
    'Run work.continue_command to go on if the work is kept, work.cancel_command to discard it.'
  return { count, state, work, hint }
}

export function verdictOf(verdict: Verdict): JsonObject {
  const { kind, reason, message, soft_redirects: soft, settles } = verdict
  const more = { ...(soft.length > 0 && { soft_redirects: [...soft] }), ...given({ settles }) }
  return { kind, reason, message, ...more }
}

/** Describes an attempt in few words. */
export function attemptOf(attempt: Attempt, redactor: Redactor) {
  const { outcome, verdict } = attempt
  return {
    argv: [...redactWords(attempt.argv, redactor)],
    ...(attempt.role !== 'call' && { role: attempt.role }),
    exit: outcome.exit,
    exit_code: outcome.process?.exit_code ?? null,
    ...(outcome.error !== null && { code: outcome.error.code }),
    verdict: verdict.kind,
    reason: verdict.reason,
    waited_ms: attempt.waited_ms,
    duration_ms: attempt.duration_ms,
  }
}

function ownMeta(result: RunResult): JsonObject {
  const { meta } = result.outcome
  if (!isWrapped(result)) return meta as JsonObject
  const { wrapped: _wrapped, ...own } = meta
  return own as JsonObject
}
