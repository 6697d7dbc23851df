import { randomUUID } from 'node:crypto'

import {
  followJournal,
  type Client,
  type JournalEntry,
  type RunResult,
} from '../../../client/index.ts'
import { SuretyError } from '../../../contract/index.ts'
import { quoteWords } from '../../../internal/quote-words.ts'
import type { Redactor } from '../../../internal/redact/redactor.ts'
import { redactWords } from '../../../internal/redact/secret-options.ts'
import { keep, readKept } from '../run/answers.ts'
import { asTyped, fromJournal, isWhole, redactRecord, toRecord, toStream } from './call-record.ts'
import type { CallRecord, Row, ShownStream } from './views.ts'
import type { CallRequest, InspectedTool, PlannedCall } from './inspected-tool.ts'

/** What a session is made of. */
export interface SessionParts {
  readonly client: Client
  readonly tool: InspectedTool
  readonly redactor: Redactor
  /** The folder of the journal. */
  readonly journal: string
  /** The folder of the calls that were made here; null to keep none. */
  readonly kept: string | null
}

const MAX_ROWS = 1000
const MAX_KEPT = 100
/** Bytes of output that are held; those of older calls are let go, except for their first part. */
const MAX_HELD = 64 * 1024 * 1024

/** The calls that are made here and those of the journal, as one timeline. */
export class Session {
  readonly tool: InspectedTool
  readonly #parts: SessionParts
  readonly #follow: () => Promise<readonly JournalEntry[]>
  readonly #rows = new Map<string, Row>()
  readonly #entries = new Map<string, readonly JournalEntry[]>()
  readonly #records = new Map<string, CallRecord>()
  readonly #planned = new Map<string, PlannedCall>()
  readonly #output = new Map<string, Pick<RunResult, 'stdout' | 'stderr'>>()
  readonly #running = new Map<
    string,
    { readonly stop: AbortController; readonly end: Promise<void> }
  >()
  readonly #listeners = new Set<(rows: readonly Row[]) => void>()

  constructor(parts: SessionParts) {
    this.#parts = parts
    this.tool = parts.tool
    this.#follow = followJournal(parts.journal)
  }

  /** The timeline, oldest first. */
  get rows(): readonly Row[] {
    return [...this.#rows.values()].toSorted((one, other) => (one.time < other.time ? -1 : 1))
  }

  /** Calls back with rows that are new or have changed; returns how to end that. */
  listen(listener: (rows: readonly Row[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes over what the journal got since the last time. */
  async poll(): Promise<void> {
    const changed = new Map<string, Row>()
    for (const entry of await this.#follow()) {
      const entries = [...(this.#entries.get(entry.call) ?? []), entry]
      this.#entries.set(entry.call, entries)
      // What runs here is known better.
      if (this.#running.has(entry.call) || this.#records.has(entry.call)) continue
      changed.set(entry.call, this.#toRow(fromJournal(entries)))
    }
    this.#show([...changed.values()])
  }

  /** Makes a call and returns its id at once; throws what the command line would refuse. */
  async start(request: CallRequest): Promise<string> {
    const planned = await this.tool.plan(request)
    for (const field of this.tool.commands.find(({ name }) => name === planned.command)?.fields ??
      []) {
      const value = planned.args?.[field.name]
      if (field.secret && typeof value === 'string') this.#parts.redactor.learn(value)
    }
    return this.#run(planned)
  }

  /** Makes a call once more; throws unless that is safe or confirmed. */
  async replay(call: string, isConfirmed: boolean): Promise<string> {
    const record = await this.record(call)
    const planned = this.#planned.get(call) ?? (await this.#planAgain(record))
    if (planned.repeat.safe || isConfirmed) return this.#run(planned)
    throw new SuretyError('CONFIRMATION_REQUIRED', 'ARG_ERROR', planned.repeat.why, {
      suggestion: 'Confirm that it may run again.',
    })
  }

  async #planAgain({ argv, repeat }: CallRecord): Promise<PlannedCall> {
    if (!isWhole(argv)) throw new SuretyError('WORDS_MISSING', 'PRECONDITION', repeat.why)
    return this.tool.plan({ argv, confirm: true })
  }

  /** Waits until a call has ended. */
  async ended(call: string): Promise<void> {
    await this.#running.get(call)?.end
  }

  /** Ends a call that runs. */
  stop(call: string): void {
    this.#running.get(call)?.stop.abort()
  }

  /** Ends all calls that run, and waits for them. */
  async end(): Promise<void> {
    for (const { stop } of this.#running.values()) stop.abort()
    await Promise.all([...this.#running.values()].map(({ end }) => end))
  }

  /** Gives all that is known of a call; throws if there is none. */
  async record(call: string): Promise<CallRecord> {
    const known = this.#records.get(call)
    if (known !== undefined) return known
    const { kept } = this.#parts
    const saved = kept === null ? undefined : await readKept(kept, call)
    if (saved !== undefined) return saved as unknown as CallRecord
    const entries = this.#entries.get(call)
    if (entries !== undefined) return fromJournal(entries)
    throw new SuretyError('CALL_UNKNOWN', 'NOT_FOUND', `There is no call ${call}.`)
  }

  /** Gives a call as it may be saved: every secret redacted as in the journal. */
  async savedRecord(call: string): Promise<CallRecord> {
    return redactRecord(await this.record(call), this.#parts.redactor)
  }

  /** Gives a part of what a call printed. */
  async part(
    call: string,
    name: 'stdout' | 'stderr',
    from: number,
    most: number,
  ): Promise<ShownStream> {
    const bytes = this.#output.get(call)?.[name]
    if (bytes !== undefined) return toStream(bytes, from, most)
    const stream = (await this.record(call))[name]
    if (stream !== null && from === 0) return stream
    throw new SuretyError('OUTPUT_GONE', 'NOT_FOUND', 'Only the first part of this output is kept.')
  }

  #run(planned: PlannedCall): string {
    const call = randomUUID()
    const stop = new AbortController()
    const { client, tool } = this.#parts
    this.#planned.set(call, planned)
    const time = new Date().toISOString()
    const row = (attempts: number): Row => ({
      call,
      time,
      tool: tool.name,
      line: this.#line(planned.argv),
      state: 'running',
      ok: null,
      exit_code: null,
      code: null,
      verdict: null,
      reason: null,
      attempts,
      duration_ms: null,
    })
    const { tool: name, ...options } = tool.options
    const isOwn = name !== undefined && planned.argv[0] === name.program[0]
    const work = client.run(planned.argv, {
      ...options,
      ...(isOwn && { tool: name }),
      call,
      signal: stop.signal,
      safety: planned.safety,
      onEvent: (event) => {
        if (event.kind === 'attempt_started' && event.attempt > 1) this.#show([row(event.attempt)])
      },
    })
    const end = work
      .then((result) => this.#take(result, planned))
      .catch((error: unknown) => this.#fail(row(1), error))
    this.#running.set(call, { stop, end })
    this.#show([row(1)])
    return call
  }

  async #take(result: RunResult, planned: PlannedCall): Promise<void> {
    const { tool, redactor, kept } = this.#parts
    const record = await toRecord(result, planned, tool, redactor)
    this.#running.delete(result.call)
    this.#records.set(result.call, record)
    this.#output.set(result.call, { stdout: result.stdout, stderr: result.stderr })
    let held = 0
    for (const [call, { stdout, stderr }] of [...this.#output].reverse()) {
      held += stdout.length + stderr.length
      if (held > MAX_HELD && call !== result.call) this.#output.delete(call)
    }
    this.#show([this.#toRow(record)])
    // The page has it; if it cannot be kept, it is gone when the page is.
    const text = JSON.stringify(redactRecord(record, redactor))
    if (kept !== null) await keep(kept, result.call, text, MAX_KEPT).catch(() => {})
  }

  /** A call that could not be made at all is a row that says so. */
  #fail(row: Row, error: unknown): void {
    this.#running.delete(row.call)
    const code = error instanceof SuretyError ? error.code : String(error).slice(0, 200)
    this.#show([{ ...row, state: 'ended', ok: false, code, duration_ms: 0 }])
  }

  #line(argv: readonly string[]): string {
    return quoteWords(redactWords(asTyped(argv, this.tool), this.#parts.redactor))
  }

  #toRow(record: CallRecord): Row {
    const { call, time, tool, ok, exit_code, code, verdict, attempts, duration_ms } = record
    return {
      call,
      time,
      tool,
      line: this.#line(record.argv),
      state: 'ended',
      ok,
      exit_code,
      code,
      verdict: verdict.kind,
      reason: verdict.reason,
      attempts: attempts.length,
      duration_ms,
    }
  }

  #show(rows: readonly Row[]): void {
    if (rows.length === 0) return
    for (const row of rows) this.#rows.set(row.call, row)
    for (const call of [...this.#rows.keys()].slice(0, Math.max(0, this.#rows.size - MAX_ROWS))) {
      for (const map of [this.#rows, this.#entries, this.#records, this.#planned, this.#output])
        map.delete(call)
    }
    for (const listener of this.#listeners) listener(rows)
  }
}
