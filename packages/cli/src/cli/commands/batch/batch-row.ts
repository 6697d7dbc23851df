import type { BatchRecord } from '@surety/client/unstable/client'
import type { JsonObject } from 'surety/unstable/contract'
import { createRedactor } from '@surety/internal/redact/redactor.ts'
import { redactWords } from '@surety/internal/redact/secret-options.ts'
import { verdictOf } from '../run/call-meta.ts'
import { withHint } from '../run/shell-words.ts'
import { decidedError, isDone, toolsOwnWord, unsaidData } from '../run/tool-failure.ts'
import { callName, isInDoubt, type Settling } from './in-doubt.ts'

/** The output row of one call. */
export type BatchRow = ReturnType<ReturnType<typeof rowWriter>>

/** Gives the function that converts the record of one call to an output row. Hints of a queue are its workers'. */
export function rowWriter(env: NodeJS.ProcessEnv, queue?: string, settling?: Settling) {
  const redactor = createRedactor({ env })
  return ({ verdict, ...record }: BatchRecord) => {
    const outcome = withHint(record.outcome, record.argv, queue === undefined ? env : {})
    const isDoubtful = isInDoubt(outcome.error, record.attempts)
    const settles = settling && isDoubtful && { suggestion: settling.ofCall(callName(record)) }
    return {
      index: record.index,
      id: record.id,
      argv: redactWords(record.argv, redactor),
      ok: isDone(outcome, verdict),
      exit: outcome.exit,
      exit_code: outcome.process?.exit_code ?? null,
      data: outcome.ok ? outcome.data : unsaidData(outcome),
      error: outcome.error && { ...decidedError(outcome.error, verdict), ...settles },
      ...toolsOwnWord(outcome, verdict),
      warnings: outcome.warnings,
      verdict: verdictOf(verdict),
      attempts: record.attempts,
      anomalies: record.anomalies,
      duration_ms: record.duration_ms,
      waited_ms: record.waited_ms,
      resumed: record.resumed,
      ...(record.settled === true && { settled: true }),
    }
  }
}

const MAX_NAMED = 5

/** Counts the results of a batch. */
export class BatchTally {
  total = 0
  succeeded = 0
  resumed = 0
  inDoubt = 0
  readonly failures: Record<string, number> = {}
  /** The first calls that did not succeed, for the error message. */
  readonly #named: string[] = []
  /** The last call in doubt. */
  #doubtful = ''

  add(record: BatchRecord): void {
    const { outcome, verdict } = record
    this.total += 1
    if (record.resumed) this.resumed += 1
    if (isDone(outcome, verdict)) {
      this.succeeded += 1
      return
    }
    const name = callName(record)
    const code = outcome.error?.code ?? verdict.reason
    if (isInDoubt(outcome.error, record.attempts)) {
      this.inDoubt += 1
      this.#doubtful = name
    } else this.failures[code] = (this.failures[code] ?? 0) + 1
    if (this.#named.length < MAX_NAMED) this.#named.push(`${record.id ?? record.index}: ${code}`)
  }

  get failed(): number {
    return this.total - this.succeeded - this.inDoubt
  }

  report(): JsonObject {
    const { total, succeeded, failed, inDoubt, resumed, failures } = this
    return { total, succeeded, failed, in_doubt: inDoubt, resumed, failures: { ...failures } }
  }

  /** Describes a batch in which not every call succeeded. */
  failure(settling: Settling) {
    const { failed, inDoubt, total } = this
    const first = failed > 0 ? `${failed} of ${total} calls failed` : ''
    const doubt = `${inDoubt}${failed > 0 ? '' : ` of ${total} calls`} ${inDoubt === 1 ? 'is' : 'are'} in doubt`
    const rest = failed + inDoubt > this.#named.length ? ', …' : ''
    const suggestion = inDoubt === 1 ? settling.ofCall(this.#doubtful) : settling.ofAll()
    return {
      code: failed > 0 ? 'CALLS_FAILED' : 'CALLS_IN_DOUBT',
      message: `${[first, inDoubt > 0 && doubt].filter(Boolean).join(', ')}.`,
      facts: {
        detail: `${this.#named.join(', ')}${rest}`,
        ...(inDoubt > 0 && { suggestion }),
      },
    } as const
  }
}
