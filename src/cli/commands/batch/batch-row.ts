import type { BatchRecord } from '../../../client/index.ts'
import type { JsonObject } from '../../../contract/index.ts'
import { createRedactor } from '../../../internal/redact/redactor.ts'
import { redactWords } from '../../../internal/redact/secret-options.ts'
import { verdictOf } from '../run/call-meta.ts'
import { withHint } from '../run/shell-words.ts'
import { decidedError, isDone, toolsOwnWord, unsaidData } from '../run/tool-failure.ts'

/** The output row of one call. */
export type BatchRow = ReturnType<ReturnType<typeof rowWriter>>

/** Gives the function that converts the record of one call to an output row. Hints of a queue are its workers'. */
export function rowWriter(env: NodeJS.ProcessEnv, queue?: string) {
  const redactor = createRedactor({ env })
  return ({ verdict, ...record }: BatchRecord) => {
    const outcome = withHint(record.outcome, record.argv, queue === undefined ? env : {})
    return {
      index: record.index,
      id: record.id,
      argv: redactWords(record.argv, redactor),
      ok: isDone(outcome, verdict),
      exit: outcome.exit,
      exit_code: outcome.process?.exit_code ?? null,
      data: outcome.ok ? outcome.data : unsaidData(outcome),
      error: outcome.error && decidedError(outcome.error, verdict),
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
  readonly failures: Record<string, number> = {}
  /** The first failures, for the error message. */
  readonly named: string[] = []

  add(record: BatchRecord): void {
    const { outcome, verdict } = record
    this.total += 1
    if (record.resumed) this.resumed += 1
    if (isDone(outcome, verdict)) this.succeeded += 1
    else {
      const code = outcome.error?.code ?? verdict.reason
      this.failures[code] = (this.failures[code] ?? 0) + 1
      if (this.named.length < MAX_NAMED) this.named.push(`${record.id ?? record.index}: ${code}`)
    }
  }

  get failed(): number {
    return this.total - this.succeeded
  }

  report(): JsonObject {
    const { total, succeeded, failed, resumed, failures } = this
    return { total, succeeded, failed, resumed, failures: { ...failures } }
  }
}
