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
import { createPlanner, isRepeatable } from '../batch/run-batch.ts'
import type { RunOptions } from '../options.ts'
import { foreignVariable } from './call-rights.ts'
import type { QueueBackend, TravellingCall } from './queue-backend.ts'
import { toolName, wentBack } from './queue-records.ts'

/** Options of a batch on a queue. */
export interface QueueBatchOptions {
  readonly order?: 'input' | 'completion'
  /** Options for every call; limits travel with it. */
  readonly run: RunOptions
  /** The variables here; those of the trace travel. */
  readonly inherited: Readonly<NodeJS.ProcessEnv>
  /** Names and patterns of variables that a line may set. */
  readonly allowedEnv?: readonly string[]
  readonly signal?: AbortSignal
  /** Tells what a person should know: that nobody works, for instance. */
  readonly onNotice?: (text: string) => void
}

const ADD_AT_ONCE = 500
const LOOK_MS = 100
const CHECK_MS = 1000
const MAX_STDIN = 1024 * 1024

/** Puts the lines of a batch on its queue; yields the records of those that cannot be run. */
export async function* addLines(
  backend: QueueBackend,
  lines: AsyncIterable<string>,
  { run, inherited, allowedEnv = [], signal }: QueueBatchOptions,
): AsyncGenerator<BatchRecord | PlannedCall> {
  // The worker's variables count, so ours do not tell calls apart.
  const plan = createPlanner(run, {})
  const { timeoutMs, deadlineMs, policy } = run
  const limits = given({ timeoutMs, deadlineMs, policy })
  const { TRACEPARENT, TRACESTATE, BAGGAGE } = inherited
  const trace = given({ TRACEPARENT, TRACESTATE, BAGGAGE })
  const waiting: TravellingCall[] = []
  let [index, line] = [0, 0]
  for await (const text of lines) {
    line += 1
    if (text.trim() === '') continue
    if (signal?.aborted === true) return
    const read = await plan(text, index, line)
    const problem = 'record' in read ? undefined : unfit(read.planned, allowedEnv)
    if ('record' in read) yield read.record
    else if (problem !== undefined) {
      const { id = null, argv } = read.planned.call
      yield { ...unreadableRecord(index, line, problem), id, argv }
    } else waiting.push({ ...read.planned, limits, trace })
    index += 1
    if (waiting.length < ADD_AT_ONCE) continue
    await backend.add(waiting)
    yield* waiting.splice(0)
  }
  await backend.add(waiting)
  yield* waiting
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

/** Puts the lines of a batch on its queue, unless an earlier run did, and yields a record for each as workers end them. */
export async function* runQueueBatch(
  backend: QueueBackend,
  lines: AsyncIterable<string>,
  options: QueueBatchOptions,
): AsyncGenerator<BatchRecord, void, undefined> {
  await backend.create()
  const follower = new Follower(backend, options, await backend.endedCount())
  const adding = (async () => {
    for await (const added of addLines(backend, lines, options)) follower.expect(added)
  })()
  let isAdded = false
  // Rejections are met below, when it is awaited.
  void adding.catch(() => {}).then(() => (isAdded = true))
  for (;;) {
    const wasAdded = isAdded
    let isIdle = true
    for await (const record of follower.look()) {
      isIdle = false
      yield record
    }
    if (options.signal?.aborted === true) return
    if (wasAdded) {
      await adding
      if (follower.isDone) return
    }
    if (isIdle) await sleep(LOOK_MS)
  }
}

const CANCELLED = {
  code: 'BATCH_CANCELLED',
  message: 'The batch was cancelled before this call was started.',
}

/** Follows the calls of one producer to their ends. Keeps keys, not answers, so memory stays small. */
class Follower {
  readonly #backend: QueueBackend
  readonly #options: QueueBatchOptions
  /** By place: what is awaited, or known already. */
  readonly #places = new Map<number, Readonly<Record<'key' | 'tool', string>> | BatchRecord>()
  /** Where the awaited ones belong, by key. */
  readonly #pending = new Map<string, number>()
  readonly #ended = new Set<string>()
  /** Places whose record may be there. */
  readonly #ready = new Set<number>()
  /** Calls whose worker is silent, and since when. */
  readonly #suspects = new Map<string, number>()
  readonly #doubts = new Set<string>()
  /** Ends before that one were there when we came. */
  readonly #known: number
  readonly #resumed = new Set<string>()
  #read = 0
  #next = 0
  #checkedAt = Date.now()
  #saidNobody: string | undefined
  #isCancelled = false

  constructor(backend: QueueBackend, options: QueueBatchOptions, known: number) {
    this.#backend = backend
    this.#options = options
    this.#known = known
  }

  get isDone(): boolean {
    return this.#places.size === 0
  }

  expect(added: PlannedCall | BatchRecord): void {
    const { index } = added
    if ('key' in added) {
      this.#pending.set(added.key, index)
      this.#places.set(index, { key: added.key, tool: toolName(added) })
    } else this.#places.set(index, added)
    if (!('key' in added) || this.#ended.has(added.key)) this.#ready.add(index)
  }

  /** Yields the records that can be given now. */
  async *look(): AsyncGenerator<BatchRecord> {
    await this.#readEnds()
    if (Date.now() - this.#checkedAt > CHECK_MS) await this.#check()
    if (this.#options.order === 'completion') {
      for (const index of this.#ready) {
        this.#ready.delete(index)
        const record = await this.#take(index)
        if (record !== undefined) yield record
      }
      return
    }
    for (let record = await this.#take(this.#next); record; record = await this.#take(this.#next)) {
      this.#next += 1
      yield record
    }
  }

  async #readEnds(): Promise<void> {
    for (;;) {
      const keys = await this.#backend.ended(this.#read)
      for (const [at, key] of keys.entries()) {
        this.#ended.add(key)
        this.#mayHave(key)
        if (this.#read + at < this.#known) this.#resumed.add(key)
      }
      this.#read += keys.length
      if (keys.length === 0) return
    }
  }

  #mayHave(key: string): void {
    const index = this.#pending.get(key)
    if (index !== undefined) this.#ready.add(index)
  }

  async #take(index: number): Promise<BatchRecord | undefined> {
    const place = this.#places.get(index)
    const record =
      place === undefined || !('key' in place) ? place : await this.#recordOf(place.key, index)
    if (record === undefined) return undefined
    this.#places.delete(index)
    this.#ready.delete(index)
    if ('key' in place!)
      for (const known of [this.#pending, this.#ended, this.#resumed]) known.delete(place.key)
    return { ...record, index }
  }

  async #recordOf(key: string, index: number): Promise<BatchRecord | undefined> {
    const record = this.#ended.has(key) ? await this.#backend.record(key) : undefined
    if (record !== undefined) return { ...record, resumed: this.#resumed.has(key) }
    // It is run again.
    this.#ended.delete(key)
    const isInDoubt = this.#doubts.has(key)
    if (!isInDoubt && !this.#isCancelled) return undefined
    const { call } = (await this.#backend.find(key))!
    return isInDoubt ? doubtRecord(index, call, null) : unstartedRecord(index, call, CANCELLED)
  }

  /** Looks for calls whose worker is gone, and for workers. */
  async #check(): Promise<void> {
    await this.#backend.check()
    if ((await this.#backend.endedCount()) < this.#read) throw wentBack()
    const isCancelled =
      (await this.#backend.isCancelled()) && (await this.#backend.counts()).running === 0
    const [silent, now] = [new Map(await this.#backend.silent()), performance.now()]
    for (const known of [this.#suspects, this.#doubts])
      for (const key of known.keys()) if (!silent.has(key)) known.delete(key)
    for (const [key, { lease }] of silent) {
      if (!this.#pending.has(key)) continue
      if (!this.#suspects.has(key)) this.#suspects.set(key, now)
      // A server that has been away knows no worker before the workers found it again.
      if (!isCancelled && now - this.#suspects.get(key)! < lease / 2) continue
      const call = isCancelled ? undefined : await this.#backend.find(key)
      if (call !== undefined && isRepeatable(call.call)) await this.#backend.enqueue([call])
      else this.#doubts.add(key)
    }
    for (const key of (isCancelled ? this.#pending : this.#doubts).keys()) this.#mayHave(key)
    this.#isCancelled = isCancelled
    await this.#sayWhoIsMissing()
    this.#checkedAt = Date.now()
  }

  async #sayWhoIsMissing(): Promise<void> {
    const awaited = [...this.#places.values()].flatMap((place) => ('key' in place ? place : []))
    const missing = await this.#backend.missingWorkers(new Set(awaited.map(({ tool }) => tool)))
    if (missing !== this.#saidNobody && missing !== undefined) this.#options.onNotice?.(missing)
    this.#saidNobody = missing
  }
}
