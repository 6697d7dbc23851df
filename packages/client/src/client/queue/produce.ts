import { setTimeout as sleep } from 'node:timers/promises'

import { given } from '@surety/internal/given.ts'
import { isSecretName } from '@surety/internal/redact/secret-name.ts'
import { createRedactor } from '@surety/internal/redact/redactor.ts'
import { redactWords } from '@surety/internal/redact/secret-options.ts'
import type { PlannedCall } from '../batch/backend.ts'
import {
  type BatchRecord,
  doubtRecord,
  unreadableRecord,
  unstartedRecord,
} from '../batch/record.ts'
import {
  collect,
  createPlanner,
  isRepeatable,
  type ReadRecord,
  type StartLine,
} from '../batch/run-batch.ts'
import type { RunOptions } from '../options.ts'
import { foreignVariable } from './call-rights.ts'
import type { QueueBackend, TravellingCall } from './queue-backend.ts'
import { toolName, wentBack } from './queue-records.ts'

/** Options of a batch on a queue. */
export interface QueueBatchOptions {
  readonly order: 'input' | 'completion'
  /** Adds the calls and waits for none. */
  readonly detach: boolean
  /** Options for every call; limits travel with it. */
  readonly run: RunOptions
  /** The variables here; those of the trace travel. */
  readonly inherited: Readonly<NodeJS.ProcessEnv>
  /** Names and patterns of variables that a line may set. */
  readonly allowedEnv: readonly string[]
  readonly signal: AbortSignal
  /** Tells what a person should know: that nobody works, for instance. */
  readonly onNotice: (text: string) => void
}

const [ADD_AT_ONCE, ADD_BYTES] = [500, 8 * 1024 * 1024]
const LOOK_MS = 100
const CHECK_MS = 1000
const MAX_STDIN = 1024 * 1024

/** Puts the lines of a batch on its queue, unless an earlier run did, and yields a record for each as workers end them. */
export async function* runQueueBatch(
  backend: QueueBackend,
  lines: AsyncIterable<string>,
  options: QueueBatchOptions,
): AsyncGenerator<BatchRecord, void, undefined> {
  await backend.create()
  const { order, signal } = options
  const producer = new Producer(backend, options, (await backend.look()).ended)
  const following = producer.follow()
  try {
    yield* collect(lines, { order, signal, window: Infinity, start: producer.start })
    await producer.flush()
  } finally {
    producer.stop()
    await following
  }
}

const CANCELLED = {
  code: 'BATCH_CANCELLED',
  message: 'The batch was cancelled before this call was started.',
}

/** How the wait for a call is over; unless it ended there may be an end all the same. */
type Over = 'cancelled' | 'doubt' | 'ended'

interface Waiting {
  readonly tool: string
  readonly over: (how: Over | Promise<never>) => void
}

/** Adds calls and follows them to their ends. Keeps keys, not answers, so memory stays small. */
class Producer {
  readonly #backend: QueueBackend
  readonly #options: QueueBatchOptions
  readonly #plan: ReturnType<typeof createPlanner>
  readonly #added: TravellingCall[] = []
  #bytes = 0
  readonly #waiting = new Map<string, Waiting>()
  /** The calls that ended, and whether they had when we came. */
  readonly #ended = new Map<string, boolean>()
  readonly #known: number
  #read = 0
  /** Calls whose worker is silent, and since when. */
  readonly #suspects = new Map<string, number>()
  #checkedAt = Date.now()
  #said: string | undefined
  readonly #end = new AbortController()
  #problem: Promise<never> | undefined

  constructor(backend: QueueBackend, options: QueueBatchOptions, known: number) {
    this.#backend = backend
    this.#options = options
    this.#known = known
    // The worker's variables count, so ours do not tell calls apart.
    this.#plan = createPlanner(options.run, {})
  }

  readonly start: StartLine = async (text, index, line) => {
    const { run, inherited, allowedEnv, detach } = this.#options
    const read = await this.#plan(text, index, line)
    if ('record' in read) return { end: Promise.resolve(() => read.record) }
    const { planned } = read
    const problem = unfit(planned, allowedEnv)
    const { id = null, argv } = planned.call
    const refused = problem && { ...unreadableRecord(index, line, problem), id, argv }
    if (refused) return { end: Promise.resolve(() => refused) }
    const { timeoutMs, deadlineMs, policy } = run
    const { TRACEPARENT, TRACESTATE, BAGGAGE } = inherited
    const limits = given({ timeoutMs, deadlineMs, policy })
    this.#added.push({ ...planned, limits, trace: given({ TRACEPARENT, TRACESTATE, BAGGAGE }) })
    this.#bytes += text.length
    if (this.#added.length >= ADD_AT_ONCE || this.#bytes > ADD_BYTES) await this.flush()
    return { end: detach ? undefined : this.#wait(planned) }
  }

  async flush(): Promise<void> {
    this.#bytes = 0
    await this.#backend.add(this.#added.splice(0))
  }

  stop(): void {
    this.#end.abort()
  }

  /** Looks for ends until it is stopped; a problem ends every wait. */
  async follow(): Promise<void> {
    const { signal } = this.#end
    try {
      while (!signal.aborted) {
        await this.flush()
        await this.#readEnds()
        if (Date.now() - this.#checkedAt > CHECK_MS) await this.#check()
        // An abort is no error here: it ends the wait.
        await sleep(LOOK_MS, undefined, { signal }).catch(() => {})
      }
    } catch (error) {
      this.#problem = Promise.reject(error)
      this.#problem.catch(() => {})
      for (const { over } of this.#waiting.values()) over(this.#problem)
    }
  }

  async #wait(planned: PlannedCall): Promise<ReadRecord> {
    const { key, index, call } = planned
    const how = this.#ended.has(key) ? 'ended' : await (this.#problem ?? this.#over(planned))
    return async () => {
      const record = await this.#backend.record(key)
      if (record !== undefined) return { ...record, index, resumed: this.#ended.get(key) === true }
      if (how === 'doubt') return doubtRecord(index, call, null)
      if (how === 'cancelled') return unstartedRecord(index, call, CANCELLED)
      // It is run again.
      this.#ended.delete(key)
      return (await this.#wait(planned))()
    }
  }

  #over(planned: PlannedCall): Promise<Over> {
    return new Promise((over) => this.#waiting.set(planned.key, { tool: toolName(planned), over }))
  }

  #isOver(key: string, how: Over): void {
    this.#waiting.get(key)?.over(how)
    this.#waiting.delete(key)
  }

  async #readEnds(): Promise<void> {
    for (;;) {
      const keys = await this.#backend.ended(this.#read)
      for (const [at, key] of keys.entries()) {
        this.#ended.set(key, this.#read + at < this.#known)
        this.#isOver(key, 'ended')
      }
      this.#read += keys.length
      if (keys.length === 0) return
    }
  }

  /** Looks for calls whose worker is gone, and for workers. */
  async #check(): Promise<void> {
    const { silent, counts, ended, ...batch } = await this.#backend.look()
    if (ended < this.#read) throw wentBack()
    const isCancelled = batch.isCancelled && counts.running === 0
    const [marks, now] = [new Map(silent), performance.now()]
    for (const key of this.#suspects.keys()) if (!marks.has(key)) this.#suspects.delete(key)
    for (const [key, { lease }] of marks) {
      if (!this.#waiting.has(key)) continue
      const since = this.#suspects.get(key) ?? now
      this.#suspects.set(key, since)
      // A server that has been away knows no worker before the workers found it again.
      if (!isCancelled && now - since < lease / 2) continue
      const call = isCancelled ? undefined : await this.#backend.find(key)
      if (call !== undefined && isRepeatable(call.call)) await this.#backend.enqueue([call])
      else this.#isOver(key, 'doubt')
    }
    if (isCancelled) for (const key of this.#waiting.keys()) this.#isOver(key, 'cancelled')
    const tools = new Set([...this.#waiting.values()].map(({ tool }) => tool))
    const missing = await this.#backend.missingWorkers(tools)
    if (missing !== this.#said && missing !== undefined) this.#options.onNotice(missing)
    this.#said = missing
    this.#checkedAt = Date.now()
  }
}

/** Says why a call cannot travel. Secrets do by name only. */
function unfit({ call }: PlannedCall, allowedEnv: readonly string[]): string | undefined {
  const { argv, env = {}, stdin = '' } = call
  if (Buffer.byteLength(stdin) > MAX_STDIN) return 'its stdin is longer than 1 MiB'
  const name = Object.keys(env).find((variable) => isSecretName(variable))
  if (name !== undefined)
    return `its env has the value of ${name}; write "env_from": ["${name}"] and set it where the workers run`
  const foreign = foreignVariable(call, allowedEnv)
  if (foreign !== undefined)
    return `its env sets ${foreign}, which can name code that the tool runs; allow it here and at the workers with --allow-env ${foreign}`
  const redactor = createRedactor()
  const shown = redactWords(argv, redactor)
  const where = shown.some((word, at) => word !== argv[at])
    ? 'argv'
    : Object.values(env).some((value) => redactor.redact(value) !== value)
      ? 'env'
      : redactor.redact(stdin) === stdin
        ? undefined
        : 'stdin'
  if (where === undefined) return undefined
  return `its ${where} has a secret; let the tool read it from a variable that is set where the workers run`
}
