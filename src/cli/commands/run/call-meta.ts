import type { Attempt, RunResult, Verdict } from '../../../client/index.ts'
import type { JsonObject, JsonValue } from '../../../contract/index.ts'
import { redactWords } from '../../../internal/redact/redact-words.ts'
import type { Redactor } from '../../../internal/redact/redactor.ts'

/** Only the last attempts are listed. */
const MAX_LISTED = 50
const MAX_STDERR = 64 * 1024

/**
 * Describes a call for `meta`: verdict, attempts, anomalies. If the answer is cut, its cursor stays in
 * `tool_meta`: continuing from it would skip the rest of this page.
 */
export function callMeta(result: RunResult, redactor: Redactor, isCut = false): JsonObject {
  const { outcome, attempts, anomalies, applied_redirects: applied, timing } = result
  const last = attempts.findLast(({ role }) => role === 'call')
  const { truncated, cursor, pages } = outcome.meta
  return {
    tool: result.tool,
    wrapped: isWrapped(result),
    dialect: last?.dialect ?? null,
    ...(last?.guess != null && { guess: guessOf(last.guess) }),
    tool_exit: outcome.exit,
    tool_exit_code: last?.outcome.process?.exit_code ?? null,
    verdict: verdictOf(result.verdict),
    attempts: {
      count: attempts.length,
      running_ms: timing.running_ms,
      waited_ms: timing.waited_ms,
      log: attempts.slice(-MAX_LISTED).map((attempt) => attemptOf(attempt, redactor)),
    },
    anomalies: anomalies.map((anomaly) => ({ ...anomaly })),
    ...(applied.length > 0 && {
      applied_redirects: applied.map(({ from, to }) => ({ from: [...from], to: [...to] })),
    }),
    ...(truncated === true && { truncated }),
    ...(cursor !== undefined && !isCut && { cursor }),
    ...(pages !== undefined && { pages }),
    tool_meta: ownMeta(result),
    call: result.call,
    trace_id: result.trace_id,
  }
}

/** Describes what plain output looks like, and how to have it read. */
function guessOf({ candidates, ...facts }: NonNullable<Attempt['guess']>): JsonObject {
  const hint = `Add --dialect ${facts.dialect}, or run 'surety memory learn', to have it read.`
  return { ...facts, ...(candidates !== undefined && { candidates: [...candidates] }), hint }
}

/** Gives the end of the tool's stderr. */
export function stderrTail({ stderr }: RunResult): string {
  return new TextDecoder().decode(stderr.subarray(-MAX_STDERR))
}

/** Describes a verdict without the members that only a client needs. */
export function verdictOf({ kind, reason, message, soft_redirects: soft }: Verdict): JsonObject {
  return { kind, reason, message, ...(soft.length > 0 && { soft_redirects: [...soft] }) }
}

function attemptOf(attempt: Attempt, redactor: Redactor): JsonObject {
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

/** Tells our own `wrapped` mark from one that the tool set in its meta. */
function isWrapped({ outcome, attempts }: RunResult): boolean {
  const last = attempts.findLast(({ role }) => role === 'call')
  return outcome.meta['wrapped'] === true && (last?.dialect ?? null) === null
}

function ownMeta(result: RunResult): JsonValue {
  const { wrapped, ...own } = result.outcome.meta
  return (wrapped === undefined || isWrapped(result) ? own : { ...own, wrapped }) as JsonObject
}
