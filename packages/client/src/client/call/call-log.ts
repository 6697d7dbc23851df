import { monotonicMs } from '@surety/internal/monotonic.ts'
import { createRedactor, type Redactor } from '@surety/internal/redact/redactor.ts'
import type { Attempted, CallContext } from './attempt.ts'
import { toJournalEntry } from '../journal/entry.ts'
import type { ClientEvent } from '../options.ts'
import { ownClient } from '../process/attempt-mark.ts'
import type { Anomaly, Attempt, Timing } from '../result.ts'

interface AttemptFacts extends Pick<Attempt, 'argv' | 'role' | 'verdict'> {
  readonly done: Attempted
  readonly program: readonly string[]
  readonly tool: string
  readonly env: Readonly<Record<string, string>>
}

export class CallLog {
  readonly attempts: Attempt[] = []
  readonly anomalies: Anomaly[] = []
  readonly #context: CallContext
  readonly #start = monotonicMs()
  readonly #startedAt: Date
  #waited = 0
  #waitedAll = 0

  constructor(context: CallContext) {
    this.#context = context
    this.#startedAt = context.world.now()
  }

  addWait(ms: number): void {
    this.#waited = ms
    this.#waitedAll += ms
  }

  /** Records that an attempt starts, so that its processes can be told apart if this one is killed. */
  addStart(attempt: number): void {
    const { call, world } = this.#context
    const time = world.now().toISOString()
    world.journal?.begin?.({ v: 1, started: true, time, call, attempt, client: ownClient() })
  }

  addAttempt(facts: AttemptFacts): void {
    const { done, verdict, role, argv } = facts
    const attempt: Attempt = {
      argv,
      role,
      outcome: done.reading.outcome,
      verdict,
      waited_ms: Math.round(this.#waited),
      duration_ms: Math.round(done.end.durationMs),
      started_at: done.startedAt.toISOString(),
      dialect: done.reading.dialect,
      guess: done.reading.guess,
      pid: done.end.pid,
    }
    this.attempts.push(attempt)
    for (const { code, message } of done.reading.anomalies) this.note(code, message)
    for (const warning of verdict.soft_redirects) this.note('SOFT_REDIRECT', warning)
    this.#writeJournal(facts, attempt)
    this.#waited = 0
    this.emit({ kind: 'attempt_ended', attempt })
  }

  note(code: Anomaly['code'], message: string, attempt = this.attempts.length): void {
    const anomaly = { code, message, attempt }
    this.anomalies.push(anomaly)
    this.emit({ kind: 'anomaly', anomaly })
  }

  noteMemoryProblems(): void {
    for (const { path, message } of this.#context.world.memory.takeProblems()) {
      this.note('MEMORY_PROBLEM', `${path} ${message}.`)
    }
  }

  emit(event: ClientEvent): void {
    try {
      this.#context.settings.onEvent?.(event)
    } catch {
      // An error in a progress display must not fail the call.
    }
  }

  timing(): Timing {
    return {
      started_at: this.#startedAt.toISOString(),
      duration_ms: Math.round(monotonicMs() - this.#start),
      running_ms: this.attempts.reduce((sum, { duration_ms: ms }) => sum + ms, 0),
      waited_ms: Math.round(this.#waitedAll),
    }
  }

  redactor(env: AttemptFacts['env']): Redactor {
    const { settings, world } = this.#context
    return createRedactor({ secrets: world.secrets, env: { ...settings.env, ...env } })
  }

  #writeJournal({ tool, program, env }: AttemptFacts, attempt: Attempt): void {
    const { call, trace, world } = this.#context
    const { journal, now } = world
    if (journal === undefined) return
    const ids = { call, attempt: this.attempts.length, trace_id: trace.id }
    const facts = { ...attempt, ...ids, time: now(), tool, program }
    if (journal.append(toJournalEntry(facts, this.redactor(env)))) return
    const why = journal.problem == null ? '' : `: ${journal.problem}`
    this.note('JOURNAL_PROBLEM', `The journal could not be written${why}.`)
  }
}
