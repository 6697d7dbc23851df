import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

import { SuretyError } from 'surety/unstable/contract'
import { given } from '@surety/internal/given.ts'
import { monotonicMs } from '@surety/internal/monotonic.ts'
import type { PlannedCall } from '../batch/backend.ts'
import { createDialectFinder } from '../batch/invocation.ts'
import { type BatchRecord, doubtRecord, unstartedRecord } from '../batch/record.ts'
import { isRepeatable } from '../batch/run-batch.ts'
import { runCall } from '../batch/run-call.ts'
import { toolOf } from '../call/redirect/command-line.ts'
import type { Client } from '../client.ts'
import type { ClientEvent } from '../options.ts'
import { type CallRights, hiddenVariables, missingTool, whyUnfit } from './call-rights.ts'
import type { EngineJob, EngineWorker, QueueConnection } from './connection.ts'
import { giveSign, openEngineQueue, QueueBackend, type TravellingCall } from './queue-backend.ts'
import { CallTaken, engineName, NotStarted, SOMEBODY_ELSES } from './queue-records.ts'
import { KEYS } from './scripts.ts'

/** What a worker may do, and how much of it. */
export interface WorkerOptions {
  readonly client: Client
  readonly version: string
  /** Milliseconds without a sign of life after which its calls are in doubt. */
  readonly lease: number
  /** Calls at once on this worker. */
  readonly concurrency: number
  /** What it may run, with which variables. */
  readonly rights: CallRights
  /** Calls of a tool at once, on all workers together. */
  readonly limits: ReadonlyMap<string, number>
  /** Lets running calls end and takes no more. */
  readonly drain: AbortSignal
  /** Ends running calls. */
  readonly abort: AbortSignal
  readonly onEvent?: (event: WorkerEvent) => void
}

/** What a worker does, for those who watch. */
export type WorkerEvent =
  | { readonly kind: 'started'; readonly planned: PlannedCall; readonly batch: string }
  | { readonly kind: 'ended'; readonly batch: string; readonly record: BatchRecord }
  | { readonly kind: 'refused'; readonly batch: string; readonly record: BatchRecord }
  /** It was started here although somebody else had it by then. */
  | { readonly kind: 'late'; readonly batch: string; readonly planned: PlannedCall }

/** Signs of life in the time of a lease, and how much older a lock of the engine may become. */
const [BEATS, LOCK_LEASES] = [4, 2]
const [IDLE_MIN_MS, IDLE_MAX_MS] = [10, 200]
/** How long calls that are ended may take to say so: a process that ignores SIGTERM gets two seconds. */
const GIVE_UP_MS = 5000

/** Runs calls of a queue until it is drained. Throws if the server lost what it had confirmed. */
export async function runWorker(
  connection: QueueConnection,
  options: WorkerOptions,
): Promise<void> {
  const missing = missingTool(options.rights)
  if (missing === undefined) return new QueueWorker(connection, options).work()
  const message = `There is no program ${missing} here, so its calls would all fail.`
  throw new SuretyError('TOOL_MISSING', 'PRECONDITION', message, { phase: 'validation' })
}

/** A batch of which calls run here. */
interface RunningBatch {
  readonly backend: QueueBackend
  readonly abort: AbortController
  running: number
}

/**
 * A call may run twice only if it may be repeated, whatever happens to this process, the server or the network.
 * Three things see to that, and none is enough alone. The engine gives a job to one worker, but its lock expires
 * while a process stands still. The claim in the batch is ours and is sealed by the record, so whoever comes later
 * finds the call finished or in doubt. And a process starts only while a sign of life is fresh (`fence`), because
 * after a gap another worker may have claimed the call already.
 */
class QueueWorker {
  readonly #id = randomUUID()
  readonly #connection: QueueConnection
  readonly #options: WorkerOptions
  /** The engines of the names of its tools; null for all. Which file a call means is looked at before it runs. */
  readonly #names: readonly string[] | null
  readonly #engines = new Map<string, EngineWorker>()
  readonly #batches = new Map<string, RunningBatch>()
  readonly #running = new Map<EngineJob, Promise<void>>()
  /** The calls that have a process here, with what stops it. */
  readonly #started = new Map<
    TravellingCall,
    { readonly known: RunningBatch; readonly late: AbortController }
  >()
  readonly #findDialect = createDialectFinder()
  /** The first error that is none of a call: the worker takes no more, and lets the running ones end. */
  #problem: Error | undefined
  /** When the last sign of life was sent that the server has, and how often one had expired before the next. */
  #sign = { sentAt: -Infinity, gaps: -1 }

  constructor(connection: QueueConnection, options: WorkerOptions) {
    this.#connection = connection
    this.#options = options
    const { tools } = options.rights
    this.#names = tools && tools.map((words) => engineName(toolOf(words).name))
  }

  async work(): Promise<void> {
    const { lease } = this.#options
    await this.#setLimits()
    await this.#beat()
    let isBeating = false
    const beating = setInterval(() => {
      if (isBeating) return
      isBeating = true
      // While the server is away there is nobody to tell.
      void this.#beat()
        .catch(() => {})
        .finally(() => (isBeating = false))
    }, lease / BEATS)
    try {
      await Promise.race([this.#takeAll(), this.#givenUp()])
      if (this.#problem !== undefined) throw this.#problem
    } finally {
      clearInterval(beating)
      await this.#leave()
    }
  }

  /** Takes calls until the worker is drained, and waits for those that run. */
  async #takeAll(): Promise<void> {
    const { drain, concurrency } = this.#options
    // Whoever waits for a server that is away goes on all the same.
    const drained = once(drain)
    let idle = IDLE_MIN_MS
    while (!drain.aborted && this.#problem === undefined) {
      if (this.#running.size >= concurrency) await Promise.race(this.#running.values())
      else if (await Promise.race([this.#takeOne(), drained])) idle = IDLE_MIN_MS
      else {
        // An abort is no error here: it ends the wait.
        await sleep(idle, undefined, { signal: drain }).catch(() => {})
        idle = Math.min(idle * 2, IDLE_MAX_MS)
      }
    }
    await Promise.all(this.#running.values())
  }

  /** Waits for calls that were told to end and cannot be recorded, because the server is away or full. */
  async #givenUp(): Promise<void> {
    await once(this.#options.abort)
    await sleep(GIVE_UP_MS, undefined, { ref: false })
    const count = this.#running.size
    if (count === 0) return
    const message = `The server of the queue does not answer, so the ends of ${count} calls were not recorded: they are in doubt.`
    this.#problem ??= new SuretyError('QUEUE_UNREACHABLE', 'UNAVAILABLE', message)
  }

  /** Takes a call of the next tool that has one; tools take turns. */
  async #takeOne(): Promise<boolean> {
    for (const [tool, engine] of this.#engines) {
      const job = await engine.getNextJob(this.#id, { block: false }).catch(() => undefined)
      if (job === undefined) continue
      this.#engines.delete(tool)
      this.#engines.set(tool, engine)
      const work = this.#perform(job)
        .catch((error: Error) => void (this.#problem ??= error))
        .finally(() => this.#running.delete(job))
      this.#running.set(job, work)
      return true
    }
    return false
  }

  async #perform(job: EngineJob): Promise<void> {
    const { batch, key } = job.data
    const known = this.#batch(batch)
    known.running += 1
    try {
      const planned = await known.backend.find(key)
      if (planned !== undefined) await this.#run(known, planned)
    } catch (error) {
      // Without its lock the engine gives it to somebody else.
      if (error instanceof NotStarted) return
      // Somebody else has it; the engine's lock was lost, or a person decided.
      if (!(error instanceof CallTaken)) throw error
    } finally {
      known.running -= 1
      if (known.running === 0) this.#batches.delete(batch)
    }
    // Our own seal counts. Without the lock the engine has put the job back, and it will be found sealed.
    await job.moveToCompleted('', this.#id, false).catch(() => {})
  }

  async #run(known: RunningBatch, planned: TravellingCall): Promise<void> {
    const { client, abort, lease, onEvent, rights } = this.#options
    const { backend } = known
    const batch = backend.name
    const { kind, earlier } = await backend.claim(planned)
    // A call that somebody started is repeated only if that is harmless and its worker is gone.
    if (kind !== 'free' && !(kind === 'doubt' && isRepeatable(planned.call))) return
    const { dialect = 'auto', message } = await this.#findDialect(planned.call.dialect)
    const refuse = async (why: string): Promise<void> => {
      const { index, call } = planned
      const failure = { code: 'INVOCATION_INVALID', message: `The call cannot be run: ${why}.` }
      const isDoubt = kind === 'doubt'
      const record = isDoubt
        ? doubtRecord(index, call, null)
        : unstartedRecord(index, call, failure)
      await backend.seal(planned, record, isDoubt ? earlier?.call : undefined)
      onEvent?.({ kind: 'refused', batch, record })
    }
    const unfit = (await whyUnfit(planned.call, rights)) ?? message
    if (unfit !== undefined) return await refuse(unfit)
    onEvent?.({ kind: 'started', planned, batch })
    try {
      // Whoever can write to the queue decides on no other variables.
      const { TRACEPARENT, TRACESTATE, BAGGAGE } = planned.trace ?? {}
      const trace = given({ TRACEPARENT, TRACESTATE, BAGGAGE })
      const env = { ...(await hiddenVariables(planned.call, rights)), ...trace }
      const [{ gaps }, late] = [this.#sign, new AbortController()]
      this.#started.set(planned, { known, late })
      // In the same step as the start of a process: whoever was held up must not start what is somebody else's by now.
      const fence = (event: ClientEvent): void => {
        const isSeen = gaps === this.#sign.gaps && monotonicMs() - this.#sign.sentAt < lease
        if (event.kind === 'attempt_started' && !isSeen) late.abort(event.attempt)
      }
      const signal = AbortSignal.any([abort, known.abort.signal, late.signal])
      const run = { ...planned.limits, env, signal, onEvent: fence }
      const record = await runCall({ client, planned, dialect, recorder: backend, earlier, run })
      if (late.signal.reason === SOMEBODY_ELSES) throw new CallTaken(SOMEBODY_ELSES)
      if (late.signal.reason === 1 && kind === 'free') {
        await backend.withdraw(planned)
        throw new NotStarted()
      }
      if (record.verdict.reason === 'ABORTED') await backend.letGo(planned)
      onEvent?.({ kind: 'ended', batch, record })
    } catch (error) {
      if (error instanceof CallTaken && error.message === SOMEBODY_ELSES)
        onEvent?.({ kind: 'late', batch, planned })
      if (error instanceof SuretyError || error instanceof CallTaken || error instanceof NotStarted)
        throw error
      // The client refuses options before it runs anything.
      await refuse(error instanceof Error ? error.message : String(error))
    } finally {
      this.#started.delete(planned)
    }
  }

  /** After a gap in its signs a worker may have started what a person ran again: such a process is stopped. */
  async #stopLate(): Promise<void> {
    for (const [planned, { known, late }] of this.#started)
      if (!(await known.backend.isOurs(planned))) late.abort(SOMEBODY_ELSES)
  }

  #batch(name: string): RunningBatch {
    const known = this.#batches.get(name)
    if (known !== undefined) return known
    const { lease, drain } = this.#options
    const worker = { id: this.#id, lease, signal: drain }
    const backend = new QueueBackend(this.#connection, name, worker)
    const added = { backend, abort: new AbortController(), running: 0 }
    this.#batches.set(name, added)
    return added
  }

  /** Gives a sign of life, keeps the locks, looks for new tools and for batches that were cancelled. */
  async #beat(): Promise<void> {
    const { version, concurrency, lease } = this.#options
    const sentAt = monotonicMs()
    const isKnown = await giveSign(this.#connection, {
      id: this.#id,
      lease,
      host: hostname(),
      pid: process.pid,
      version,
      concurrency,
      tools: this.#names,
      running: this.#running.size,
    })
    this.#sign = { sentAt, gaps: this.#sign.gaps + (isKnown ? 0 : 1) }
    if (!isKnown) await this.#stopLate()
    const lockMs = lease * LOCK_LEASES
    const locks = [...this.#running.keys()].map((job) => job.extendLock(this.#id, lockMs))
    await Promise.allSettled(locks)
    await this.#meetTools()
    for (const { backend, abort } of this.#batches.values())
      if (!abort.signal.aborted && (await backend.look()).isCancelled) abort.abort()
  }

  async #meetTools(): Promise<void> {
    const { engineOptions, redis } = this.#connection
    const lockDuration = this.#options.lease * LOCK_LEASES
    const { Worker } = this.#connection.engine()
    const known = (await redis.call('SMEMBERS', `${KEYS}:tools`)) as readonly string[]
    for (const tool of known) {
      if (this.#engines.has(tool) || !(this.#names?.includes(tool) ?? true)) continue
      const worker = new Worker(tool, null, {
        ...engineOptions,
        autorun: false,
        lockDuration,
        stalledInterval: lockDuration / 2,
        // A call that comes back is judged by its mark, so it may come back as often as it likes.
        maxStalledCount: Number.MAX_SAFE_INTEGER,
      })
      worker.on('error', () => {})
      this.#engines.set(tool, worker)
      await worker.startStalledCheckTimer()
    }
  }

  /** Tells the server what holds for a tool, before it has calls: workers that were not told keep to it too. */
  async #setLimits(): Promise<void> {
    for (const [word, limit] of this.#options.limits) {
      const queue = openEngineQueue(this.#connection, engineName(toolOf([word]).name))
      await queue.setGlobalConcurrency(limit)
      await queue.close()
    }
  }

  async #leave(): Promise<void> {
    const { redis } = this.#connection
    const leaving = [
      redis.call('DEL', `${KEYS}:worker:${this.#id}`),
      ...[...this.#engines.values()].map((engine) => engine.close(true)),
      ...[...this.#batches.values()].map(({ backend }) => backend.close()),
    ]
    // A server that is away must not keep us.
    await Promise.race([Promise.allSettled(leaving), sleep(1000, undefined, { ref: false })])
  }
}

/** Resolves with false once a signal is aborted. */
function once(signal: AbortSignal): Promise<false> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(false)
    else signal.addEventListener('abort', () => resolve(false), { once: true })
  })
}
