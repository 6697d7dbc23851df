import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import {
  followJournal,
  type Client,
  type JournalEntry,
  type RunResult,
} from '@surety/client/unstable/client'
import { SuretyError } from 'surety/unstable/contract'
import { toScriptText } from '@surety/internal/json/json-text.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import type { Redactor } from '@surety/internal/redact/redactor.ts'
import { redactWords } from '@surety/internal/redact/secret-options.ts'
import { keep, readKept } from '../run/answers.ts'
import {
  asTyped,
  fromJournal,
  isWhole,
  redactRecord,
  toRecord,
  toStream,
  type Written,
} from './call-record.ts'
import { LiveStreams } from './live-streams.ts'
import type { CallRecord, LiveOutput, Row, SavedCalls, ShownStream, ToolView } from './views.ts'
import {
  startsWith,
  type CallRequest,
  type InspectedTool,
  type PlannedCall,
} from './inspected-tool.ts'

/** What an inspector is made of: `journal` and `kept` are folders, `kept` that of the calls that were made here. */
interface InspectorParts {
  readonly client: Client
  readonly tool: InspectedTool
  /** The tool as rows of the journal name it. */
  readonly key: string
  readonly redactor: Redactor
  readonly journal: string
  readonly kept: string | null
  readonly notes: string[]
}

/** What is known of one call. */
interface Known {
  readonly row: Row
  readonly entries?: readonly JournalEntry[]
  readonly planned?: PlannedCall
  readonly running?: { readonly stop: AbortController; readonly end: Promise<void> } | null
  readonly record?: CallRecord
  readonly output?: Pick<RunResult, 'stdout' | 'stderr'> | null
  readonly live?: LiveStreams | undefined
}

/** News for the pages: rows that are new or have changed. */
interface News {
  readonly rows: readonly Row[]
}

const MAX_CALLS = 1000
const MAX_KEPT = 100
/** Bytes of output that are held; those of older calls are let go, except for their first part. */
const MAX_HELD = 64 * 1024 * 1024
const MAX_SAVED = 200
const MAX_SAVED_LENGTH = 16 * 1024 * 1024

export const ESTIMATE = 'estimated by tokenx, not by the tokeniser of a model'

/** One tool under inspection: the calls that are made here and those of the journal, as one timeline. */
export class Inspector {
  readonly #parts: InspectorParts
  readonly #follow: () => Promise<readonly JournalEntry[]>
  readonly #calls = new Map<string, Known>()
  readonly #listeners = new Set<(news: News) => void>()
  #polling = Promise.resolve()

  constructor(parts: InspectorParts) {
    this.#parts = parts
    this.#follow = followJournal(parts.journal)
  }

  view(): ToolView {
    const { tool, key, notes } = this.#parts
    const { name, shown, source, commands } = tool
    return {
      name,
      program: shown,
      key,
      source,
      commands,
      folder: process.cwd(),
      notes,
      estimate: ESTIMATE,
    }
  }

  /** Writes the calls as one page that needs nothing else, the newest calls as long as they fit. */
  async save(): Promise<string> {
    const rows = this.rows.slice(-MAX_SAVED)
    const records: CallRecord[] = []
    let size = 0
    for (const { call, state } of rows.toReversed()) {
      if (state === 'running') continue
      const record = await this.savedRecord(call).catch(() => undefined)
      size += record === undefined ? 0 : JSON.stringify(record).length
      if (record !== undefined && size < MAX_SAVED_LENGTH) records.push(record)
    }
    const saved_at = new Date().toISOString()
    const data: SavedCalls = { saved_at, tool: this.view(), rows, records }
    const script = `<script type="application/json" id="calls">${toScriptText(data)}</script>`
    return (await readPage()).replace('<!--calls-->', () => script)
  }

  /** The timeline, oldest first. */
  get rows(): readonly Row[] {
    const rows = [...this.#calls.values()].map(({ row }) => row)
    return rows.toSorted((one, other) => (one.time < other.time ? -1 : 1))
  }

  /** Calls back with news; returns how to end that. */
  listen(listener: (news: News) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(news: News): void {
    for (const listener of this.#listeners) listener(news)
  }

  /** Takes over what the journal got since the last time. */
  async poll(): Promise<void> {
    // One after the other: a second reading would find the same lines.
    this.#polling = this.#polling.then(() => this.#takeEntries())
    await this.#polling
  }

  async #takeEntries(): Promise<void> {
    const changed = new Map<string, Row>()
    for (const entry of await this.#follow()) {
      const known = this.#calls.get(entry.call)
      const entries = [...(known?.entries ?? []), entry]
      // What was made here is known better.
      const isOwn = known?.planned !== undefined
      const row = isOwn ? known.row : this.#toRow(fromJournal(entries))
      this.#calls.set(entry.call, { ...known, row, entries })
      if (!isOwn) changed.set(entry.call, row)
    }
    const old = [...this.#calls.keys()].slice(0, Math.max(0, this.#calls.size - MAX_CALLS))
    for (const call of old) this.#calls.delete(call)
    if (changed.size > 0) this.#tell({ rows: [...changed.values()] })
  }

  /** Makes a call and returns its id at once; throws what the command line would refuse. */
  async start(request: CallRequest): Promise<string> {
    const { tool, redactor } = this.#parts
    const planned = await tool.plan(request)
    const command = tool.commands.find(({ name }) => name === planned.command)
    for (const { name, secret } of command?.fields ?? []) {
      const value = planned.args?.[name]
      if (secret && typeof value === 'string') redactor.learn(value)
    }
    return this.#run(planned)
  }

  /** Makes a call once more; throws unless that is safe or confirmed. */
  async replay(call: string, isConfirmed: boolean): Promise<string> {
    const { argv, repeat } = await this.record(call)
    const known = this.#calls.get(call)?.planned
    if (known === undefined && !isWhole(argv))
      throw new SuretyError('WORDS_MISSING', 'PRECONDITION', repeat.why)
    const planned = known ?? (await this.#parts.tool.plan({ argv, confirm: true }))
    if (planned.repeat.safe || isConfirmed) return this.#run(planned)
    throw new SuretyError('CONFIRMATION_REQUIRED', 'ARG_ERROR', planned.repeat.why)
  }

  /** Waits until a call has ended. */
  async ended(call: string): Promise<void> {
    await this.#calls.get(call)?.running?.end
  }

  /** Ends a call that runs. */
  stop(call: string): void {
    this.#calls.get(call)?.running?.stop.abort()
  }

  /** Ends all calls that run, and waits for them. */
  async end(): Promise<void> {
    for (const call of this.#calls.keys()) this.stop(call)
    await Promise.all([...this.#calls.keys()].map((call) => this.ended(call)))
  }

  /** Gives all that is known of a call; throws if there is none. */
  async record(call: string): Promise<CallRecord> {
    const known = this.#calls.get(call)
    if (known?.record !== undefined) return known.record
    const { kept } = this.#parts
    const saved = kept === null ? undefined : await readKept(kept, call)
    if (saved !== undefined) return saved as unknown as CallRecord
    if (known?.entries !== undefined) return fromJournal(known.entries)
    throw new SuretyError('CALL_UNKNOWN', 'NOT_FOUND', `There is no call ${call}.`)
  }

  /** Gives a call as it may be saved: every secret redacted as in the journal. */
  async savedRecord(call: string): Promise<CallRecord> {
    return redactRecord(await this.record(call), this.#parts.redactor)
  }

  /** Gives the end of what a running call has printed so far; null if it does not run any more. */
  live(call: string): LiveOutput | null {
    return this.#calls.get(call)?.live?.shown() ?? null
  }

  /** Gives a part of what a call printed, or all that is kept of it. */
  async part(call: string, name: 'stdout' | 'stderr', from: number | 'all'): Promise<ShownStream> {
    const known = this.#calls.get(call)
    const bytes = known?.output?.[name]
    const before = known?.record?.[name]?.before
    if (bytes !== undefined && from === 'all') return toStream(bytes, 0, before, bytes.length)
    if (bytes !== undefined && from !== 'all') return toStream(bytes, from, before)
    throw new SuretyError('OUTPUT_GONE', 'NOT_FOUND', 'Only the first part of this output is kept.')
  }

  #run(planned: PlannedCall): string {
    const call = randomUUID()
    const stop = new AbortController()
    const { client, tool } = this.#parts
    const row: Row = {
      call,
      time: new Date().toISOString(),
      tool: tool.name,
      line: this.#line(planned.argv),
      state: 'running',
      ok: null,
      exit_code: null,
      code: null,
      verdict: null,
      reason: null,
      attempts: 1,
      duration_ms: null,
    }
    const isOwn = tool.program.length > 0 && startsWith(planned.argv, tool.program)
    const live = new LiveStreams()
    const work = client.run(planned.argv, {
      ...(isOwn && { tool }),
      ...planned.place,
      onStdout: (chunk) => live.take('stdout', chunk),
      onStderr: (chunk) => live.take('stderr', chunk),
      call,
      signal: stop.signal,
      safety: planned.safety,
      onEvent: (event) => {
        if (event.kind === 'attempt_started') live.restart()
        if (event.kind === 'attempt_started' && event.attempt > 1)
          this.#put(call, { row: { ...row, attempts: event.attempt } })
      },
    })
    const end = work
      .then((result) => this.#take(result, planned, live.written))
      // A call that could not be made at all is a row that says so.
      .catch((error: unknown) => {
        const code = error instanceof SuretyError ? error.code : String(error).slice(0, 200)
        const failed = { state: 'ended', ok: false, code, duration_ms: 0 } as const
        this.#put(call, { row: { ...row, ...failed }, running: null, live: undefined })
      })
    this.#put(call, { row, planned, running: { stop, end }, live })
    return call
  }

  async #take(result: RunResult, planned: PlannedCall, written: Written): Promise<void> {
    const { tool, redactor, kept } = this.#parts
    const { call, stdout, stderr } = result
    const record = await toRecord(result, planned, tool, redactor, written)
    const row = this.#toRow(record)
    const output = { stdout, stderr }
    this.#put(call, { row, record, output, running: null, live: undefined })
    let held = 0
    for (const [each, known] of [...this.#calls].reverse()) {
      held += (known.output?.stdout.length ?? 0) + (known.output?.stderr.length ?? 0)
      if (held > MAX_HELD && each !== call) this.#calls.set(each, { ...known, output: null })
    }
    const text = JSON.stringify(redactRecord(record, redactor))
    // The page has it; if it cannot be kept, it is gone when the page is.
    if (kept !== null) await keep(kept, call, text, MAX_KEPT).catch(() => {})
  }

  #line(argv: readonly string[]): string {
    const { tool, redactor } = this.#parts
    return quoteWords(redactWords(asTyped(argv, tool), redactor))
  }

  #toRow({ verdict: { kind, reason }, attempts, argv, ...record }: CallRecord): Row {
    const { call, time, tool, ok, exit_code, code, duration_ms } = record
    const end = { verdict: kind, reason, attempts: attempts.length, duration_ms }
    return { call, time, tool, line: this.#line(argv), state: 'ended', ok, exit_code, code, ...end }
  }

  #put(call: string, news: Known): void {
    this.#calls.set(call, { ...this.#calls.get(call), ...news })
    this.#tell({ rows: [news.row] })
  }
}

/** Reads the page that the build puts beside the folders of all modules. */
export function readPage(): Promise<string> {
  return readFile(new URL('../inspect.html', import.meta.url), 'utf8')
}
