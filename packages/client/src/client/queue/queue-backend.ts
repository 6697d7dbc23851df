import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

import { SuretyError } from 'surety/unstable/contract'
import { sha256 } from '@surety/internal/sha256.ts'
import {
  type BatchBackend,
  type BatchCounts,
  type Doubt,
  type EarlierStart,
  onlyOpen,
  type PlannedCall,
} from '../batch/backend.ts'
import { callName } from '../batch/call-identity.ts'
import { isEndInDoubt, settledRecord, type BatchRecord, type Settlement } from '../batch/record.ts'
import type { RunOptions } from '../options.ts'
import { orphansOf } from '../process/orphans.ts'
import type { EngineQueue, QueueConnection } from './connection.ts'
import {
  CallTaken,
  changed,
  endIn,
  inRows,
  SOMEBODY_ELSES,
  toolName,
  wentBack,
  whenRoom,
  withoutSecrets,
} from './queue-records.ts'
import { KEYS, type MarkReply, PARTS, SCRIPTS } from './scripts.ts'

/** A call as it travels, with the limits that the one who asked for it set. */
export interface TravellingCall extends PlannedCall {
  readonly limits?: Pick<RunOptions, 'deadlineMs' | 'policy' | 'timeoutMs'>
  /** The trace that it belongs to, as variables. */
  readonly trace?: Readonly<Record<string, string>>
}

/** Who starts calls, and how many milliseconds it may be silent before they are in doubt. */
export interface StartingWorker {
  readonly id: string
  readonly lease: number
  /** Aborted when it should end: it no longer waits for room on the server. */
  readonly signal?: AbortSignal
}

/** A living worker, as it describes itself. */
export interface WorkerSign extends StartingWorker {
  readonly host: string
  readonly pid: number
  readonly version: string
  readonly concurrency: number
  /** Names of tools; null for all. */
  readonly tools: readonly string[] | null
  readonly running: number
}

/** A start, as the server keeps it until the end is known; `at` is by the clock of the server. */
interface Mark extends Pick<WorkerSign, 'host' | 'lease' | 'pid'> {
  readonly call: string
  readonly at: number
}

/** Answers read at once: each may have megabytes. */
const READ_AT_ONCE = 16
/** Keys read at once. */
const PAGE = 500

/** A batch on a queue. The engine hands calls out; starts and ends are ours, whatever its states say. */
export class QueueBackend implements BatchBackend {
  readonly name: string
  readonly #connection: QueueConnection
  readonly #worker: StartingWorker
  readonly #queues = new Map<string, EngineQueue>()
  readonly #started = new Map<string, string>()
  #nonce: string | undefined

  constructor(
    connection: QueueConnection,
    name: string,
    worker: StartingWorker = { id: randomUUID(), lease: 0 },
  ) {
    this.#connection = connection
    this.name = name
    this.#worker = worker
  }

  /** Makes the batch if there is none. */
  async create(): Promise<void> {
    await this.#run('create', randomUUID())
    await this.look()
  }

  /** Tells how far the batch is; throws unless the server has it, and has it as it was. */
  async look() {
    const [nonce, cancelled, succeeded, failed, total, marks, ended, ...flat] = (await this.#run(
      'look',
    )) as readonly string[]
    if (nonce === '' && this.#nonce === undefined) {
      const message = `The queue has no batch '${this.name}'.`
      throw new SuretyError('BATCH_UNKNOWN', 'NOT_FOUND', message, { phase: 'validation' })
    }
    this.#nonce ??= nonce!
    if (nonce !== this.#nonce) throw wentBack()
    const silent = inRows(flat, 2).map(([key, mark]) => [key!, JSON.parse(mark!) as Mark] as const)
    const counts: BatchCounts = {
      total: Number(total),
      waiting: Math.max(0, Number(total) - Number(succeeded) - Number(failed) - Number(marks)),
      running: Number(marks) - silent.length,
      succeeded: Number(succeeded),
      failed: Number(failed),
      in_doubt: silent.length,
    }
    return { counts, silent, ended: Number(ended), isCancelled: cancelled !== '' }
  }

  async add(calls: readonly TravellingCall[]): Promise<void> {
    if (calls.length === 0) return
    const words = calls.flatMap((call) => [call.key, call.index, JSON.stringify(call)])
    const open = new Set((await this.#run('add', ...words)) as readonly string[])
    await this.enqueue(calls.filter(({ key }) => open.has(key)))
  }

  /** Hands calls to the engine, which ignores those that wait already. */
  async enqueue(calls: readonly PlannedCall[]): Promise<void> {
    const tools = new Set(calls.map(toolName))
    if (tools.size > 0) await this.#call('SADD', `${KEYS}:tools`, ...tools)
    for (const tool of tools) {
      const jobs = calls
        .filter((call) => toolName(call) === tool)
        .map(({ key }) => {
          const jobId = this.#jobId(key)
          const opts = { jobId, attempts: 1, removeOnComplete: true, removeOnFail: true }
          return { name: 'call', data: { batch: this.name, key }, opts }
        })
      await this.#queue(tool).addBulk(jobs)
    }
  }

  async find(key: string): Promise<TravellingCall | undefined> {
    const text = (await this.#call('HGET', this.#key('calls'), key)) as string | null
    return text === null ? undefined : (JSON.parse(text) as TravellingCall)
  }

  async claim({ key }: PlannedCall) {
    const [kind, call] = (await this.#run('claim', key)) as readonly [
      'cancelled' | 'doubt' | 'finished' | 'free' | 'running',
      string,
    ]
    return { kind, ...(call !== '' && { earlier: { call } }) }
  }

  async mark({ key }: PlannedCall, id: string, earlier?: EarlierStart): Promise<void> {
    const { id: by, lease, signal } = this.#worker
    const mark = JSON.stringify({ call: id, by, lease, host: hostname(), pid: process.pid })
    const reply = (await whenRoom(
      () => this.#run('mark', key, mark, id, earlier?.call ?? ''),
      signal,
    )) as MarkReply
    if (!reply.startsWith('ok')) throw new CallTaken(reply)
    const count = Number(reply.slice(3) || this.#connection.marked + 1)
    // The server has forgotten marks that it had confirmed, perhaps also that of this call.
    if (count <= this.#connection.marked) throw wentBack()
    this.#connection.marked = count
    this.#started.set(key, id)
  }

  async withdraw({ key }: PlannedCall): Promise<void> {
    await this.#run('withdraw', key, this.#started.get(key) ?? '')
  }

  /** `start` names the start that ended, if it was not made here. */
  async seal({ key }: PlannedCall, record: BatchRecord, start?: string): Promise<void> {
    const id = start ?? this.#started.get(key) ?? randomUUID()
    // The end must not be lost, however long it takes.
    const isTaken = await whenRoom(() => this.#seal('seal', key, id, withoutSecrets(record)))
    this.#started.delete(key)
    if (!isTaken) throw new CallTaken(record.attempts > 0 ? SOMEBODY_ELSES : 'finished')
  }

  /** Tests whether the start of a call here is still the one that counts. */
  async isOurs({ key }: PlannedCall): Promise<boolean> {
    const id = this.#started.get(key)
    return id === undefined || (await this.#run('isMarked', key, id)) === 1
  }

  /** Leaves a call that was ended before its time in doubt, although its worker lives. */
  async letGo({ key }: PlannedCall): Promise<void> {
    await this.#run('letGo', key, this.#started.get(key) ?? '')
  }

  async *doubts(): AsyncGenerator<Doubt> {
    const { silent, counts } = await this.look()
    for (const [key, { host, pid, at, call: id }] of silent) {
      const call = await this.find(key)
      if (call === undefined) continue
      const pids = host === hostname() ? orphansOf(id) : []
      const worker = { host, pid, at: new Date(at).toISOString() }
      yield { ...call, name: callName(call.call, call.index), pids, worker }
    }
    if (counts.failed === 0) return
    for await (const [key, ended] of this.#ends()) {
      const call = isEndInDoubt(ended) ? await this.find(key) : undefined
      if (call) yield { ...call, name: callName(call.call, call.index), pids: [], ended }
    }
  }

  async settle(name: string, settlement: Settlement): Promise<BatchRecord> {
    const { key, silent, end } = await this.#named(name, isEndInDoubt)
    const { index, call } = (await this.find(key))!
    const record = settledRecord(index, call, settlement)
    const [script, id] =
      end === undefined ? (['seal', silent] as const) : (['resettle', end.id] as const)
    // With the id of the start: if it was run again meanwhile, this is refused.
    if (!(await this.#seal(script, key, id, record))) throw changed(name)
    return record
  }

  /** Puts a call that failed or is in doubt on the queue again. */
  async reopen(name: string): Promise<PlannedCall> {
    if ((await this.look()).isCancelled) {
      const message = `The batch '${this.name}' was cancelled; put the call into another one.`
      throw new SuretyError('BATCH_CANCELLED', 'PRECONDITION', message, { phase: 'validation' })
    }
    const { key, silent, end } = await this.#named(name, ({ outcome }) => !outcome.ok)
    // A worker that is back meanwhile may start it.
    if ((await this.#run('reopen', key, end?.id ?? silent)) !== 1) throw changed(name)
    const call = (await this.find(key))!
    await this.enqueue([call])
    return call
  }

  async *results(): AsyncGenerator<BatchRecord> {
    for await (const [, record] of this.#ends()) yield { ...record, resumed: true }
  }

  async counts(): Promise<BatchCounts> {
    return (await this.look()).counts
  }

  /** Lets no further call start; those that run are ended by their workers. Returns whether it was new. */
  async cancel(): Promise<boolean> {
    await this.look()
    return (await this.#call('HSETNX', this.#key('meta'), 'cancelled', '1')) === 1
  }

  /** Removes the batch with its answers; throws while something of it is left to do or to decide. */
  async delete(): Promise<BatchCounts> {
    const { counts, isCancelled } = await this.look()
    const { waiting, running, in_doubt } = counts
    if (running + in_doubt + (isCancelled ? 0 : waiting) > 0) {
      const message = `The batch '${this.name}' has ${waiting} waiting, ${running} running and ${in_doubt} calls in doubt.`
      throw new SuretyError('BATCH_UNFINISHED', 'PRECONDITION', message, {
        phase: 'validation',
        fix_required: 'Wait for it or cancel it, and settle what is in doubt.',
      })
    }
    // A cancelled batch left its calls with the engine; the next batch of this name would find them there.
    if (waiting > 0) await this.#takeBack()
    // Without its first key no call of it can be started any more.
    for (const part of PARTS) await this.#call('UNLINK', this.#key(part))
    return counts
  }

  /** Gives the end of a call. */
  async record(key: string): Promise<BatchRecord | undefined> {
    const text = (await this.#call('HGET', this.#key('sealed'), key)) as string | null
    return text === null ? undefined : endIn(text).record
  }

  /** Gives the keys of the calls that ended, in that order, from the given one on. */
  async ended(from: number): Promise<readonly string[]> {
    const range = [this.#key('ends'), from, from + PAGE - 1] as const
    return (await this.#call('LRANGE', ...range)) as readonly string[]
  }

  /** Lists the living workers. */
  async workers(): Promise<readonly WorkerSign[]> {
    const signs = (await this.#run('workers')) as readonly string[]
    return signs.map((sign) => JSON.parse(sign) as WorkerSign)
  }

  /** Says for which of these tools no worker is connected. */
  async missingWorkers(tools: ReadonlySet<string>): Promise<string | undefined> {
    const signs = await this.workers()
    const isServed = (tool: string) => signs.some((sign) => sign.tools?.includes(tool) ?? true)
    const missing = [...tools].filter((tool) => !isServed(tool))
    if (missing.length === 0) return undefined
    return `No worker is connected to the queue that runs ${missing.join(', ')}; start one with surety worker.`
  }

  async close(): Promise<void> {
    const closing = [...this.#queues.values()].map((queue) => queue.close())
    // A server that is away must not keep us.
    await Promise.race([Promise.allSettled(closing), sleep(500, undefined, { ref: false })])
  }

  /** Takes what waits back from the engine; one that a worker holds is found to be cancelled there. */
  async #takeBack(): Promise<void> {
    const tools = (await this.#call('SMEMBERS', `${KEYS}:tools`)) as readonly string[]
    const queues = tools.map((tool) => this.#queue(tool))
    for await (const keys of this.#keys(PAGE)) {
      const ids = keys.map((key) => this.#jobId(key))
      await Promise.all(ids.flatMap((id) => queues.map((queue) => queue.remove(id).catch(() => 0))))
    }
  }

  /** Gives the ends with their keys, in the order of the batch. */
  async *#ends(): AsyncGenerator<readonly [key: string, record: BatchRecord]> {
    for await (const keys of this.#keys(READ_AT_ONCE)) {
      const place = this.#key('sealed')
      const texts = (await this.#call('HMGET', place, ...keys)) as readonly (string | null)[]
      for (const [at, text] of texts.entries())
        if (text !== null) yield [keys[at]!, endIn(text).record]
    }
  }

  async *#keys(most: number): AsyncGenerator<readonly string[]> {
    for (let at = 0; ; at += most) {
      const range = [this.#key('order'), at, at + most - 1] as const
      const keys = (await this.#call('ZRANGE', ...range)) as readonly string[]
      if (keys.length === 0) return
      yield keys
    }
  }

  /** Finds the one call of a name whose worker is silent, or whose end is open. */
  async #named(name: string, isOpenEnd: (record: BatchRecord) => boolean) {
    const rows = inRows((await this.#run('named', name)) as readonly string[], 3)
    const found = rows.map(([key = '', silent = '', text = '']) => {
      const end = text === '' ? undefined : endIn(text)
      return {
        key,
        silent,
        end,
        isOpen: silent !== '' || (end !== undefined && isOpenEnd(end.record)),
      }
    })
    return onlyOpen(name, found)
  }

  async #seal(
    script: 'resettle' | 'seal',
    key: string,
    id: string,
    record: BatchRecord,
  ): Promise<boolean> {
    const counter = record.outcome.ok ? 'succeeded' : 'failed'
    return (await this.#run(script, key, id, JSON.stringify(record), counter)) === 1
  }

  #queue(tool: string): EngineQueue {
    const known = this.#queues.get(tool)
    if (known !== undefined) return known
    const queue = openEngineQueue(this.#connection, tool)
    this.#queues.set(tool, queue)
    return queue
  }

  #jobId(key: string): string {
    return `${this.name}/${sha256(key).slice(0, 32)}`
  }

  #key(part: (typeof PARTS)[number]): string {
    return `${KEYS}:batch:${this.name}:${part}`
  }

  #run(script: keyof typeof SCRIPTS, ...args: readonly (string | number)[]): Promise<unknown> {
    const keys = PARTS.map((part) => this.#key(part))
    return this.#call('EVAL', SCRIPTS[script], keys.length, ...keys, ...args)
  }

  #call(command: string, ...args: readonly (string | number)[]): Promise<unknown> {
    return this.#connection.redis.call(command, ...args)
  }
}

/** Gives a sign of life; returns whether the one before was still there. */
export async function giveSign({ redis }: QueueConnection, sign: WorkerSign): Promise<boolean> {
  const words = [sign.id, JSON.stringify(sign), sign.lease] as const
  return (await redis.call('EVAL', SCRIPTS.beat, 0, ...words)) === 1
}

export function openEngineQueue(connection: QueueConnection, tool: string): EngineQueue {
  const { Queue } = connection.engine()
  // The connection itself tells what is wrong.
  return new Queue(tool, connection.engineOptions).on('error', () => {})
}
