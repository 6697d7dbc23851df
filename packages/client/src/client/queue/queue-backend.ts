import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

import { SuretyError } from 'surety/unstable/contract'
import type {
  BatchBackend,
  BatchCounts,
  Claim,
  Doubt,
  EarlierStart,
  PlannedCall,
} from '../batch/backend.ts'
import { callName } from '../batch/call-identity.ts'
import { isNamed, onlyCall } from '../batch/file-backend.ts'
import { isEndInDoubt, settledRecord, type BatchRecord, type Settlement } from '../batch/record.ts'
import type { RunOptions } from '../options.ts'
import { orphansOf } from '../process/orphans.ts'
import { BatchStore, PAGE } from './batch-store.ts'
import { KEYS } from './connection.ts'
import {
  CallTaken,
  changed,
  SOMEBODY_ELSES,
  toolName,
  wentBack,
  withoutSecrets,
} from './queue-records.ts'
import type { MarkReply } from './scripts.ts'
import { signKey } from './worker-signs.ts'

/** A call as it travels, with the limits that the one who asked for it set. */
export interface TravellingCall extends PlannedCall {
  readonly limits?: Pick<RunOptions, 'deadlineMs' | 'policy' | 'timeoutMs'>
  /** The trace that it belongs to, as variables. */
  readonly trace?: Readonly<Record<string, string>>
}

/** A start, as the server keeps it until the end is known. */
interface Mark {
  readonly call: string
  /** The worker; while its sign of life is there, the call is running. */
  readonly by: string
  readonly host: string
  readonly pid: number
  /** How long the worker may be silent. */
  readonly lease: number
  /** Milliseconds since the epoch, by the clock of the server. */
  readonly at: number
}

/** Ends have the id of their start, a UUID, in front. */
const ID_LENGTH = 36
/** Answers read at once: each may have megabytes. */
const READ_AT_ONCE = 16

/** A batch on a queue. The engine hands calls out; starts and ends are ours, whatever its states say. */
export class QueueBackend extends BatchStore implements BatchBackend {
  readonly #started = new Map<string, string>()
  #nonce: string | undefined

  /** Makes the batch if there is none. */
  async create(): Promise<void> {
    await this.run('create', [randomUUID()])
    await this.call('SADD', `${KEYS}:batches`, this.name)
    await this.check()
  }

  /** Throws unless the server has the batch, and has it as it was. */
  async check(): Promise<void> {
    const nonce = await this.text('meta', 'nonce')
    if (nonce === null && this.#nonce === undefined) {
      const message = `The queue has no batch '${this.name}'.`
      throw new SuretyError('BATCH_UNKNOWN', 'NOT_FOUND', message, { phase: 'validation' })
    }
    this.#nonce ??= nonce!
    if (nonce !== this.#nonce) throw wentBack()
  }

  async add(calls: readonly TravellingCall[]): Promise<void> {
    if (calls.length === 0) return
    const texts = calls.flatMap((call) => [call.key, JSON.stringify(call)])
    await this.call('HSET', this.key('calls'), ...texts)
    await this.call('ZADD', this.key('order'), ...calls.flatMap(({ index, key }) => [index, key]))
    const names = calls.map(({ key }) => key)
    const open = new Set((await this.run('unstarted', names)) as readonly string[])
    await this.enqueue(calls.filter(({ key }) => open.has(key)))
  }

  /** Hands calls to the engine, which ignores those that wait already. */
  async enqueue(calls: readonly PlannedCall[]): Promise<void> {
    const tools = new Set(calls.map(toolName))
    if (tools.size > 0) await this.call('SADD', `${KEYS}:tools`, ...tools)
    for (const tool of tools) {
      const own = calls.filter((call) => toolName(call) === tool)
      const jobs = own.map(({ key }) => {
        const jobId = this.jobId(key)
        const opts = { jobId, attempts: 1, removeOnComplete: true, removeOnFail: true }
        return { name: 'call', data: { batch: this.name, key }, opts }
      })
      await (await this.queue(tool)).addBulk(jobs)
    }
  }

  async find(key: string): Promise<TravellingCall | undefined> {
    const text = await this.text('calls', key)
    if (text === null) return undefined
    return JSON.parse(text) as TravellingCall
  }

  async claim({ key }: PlannedCall): Promise<Claim> {
    const [known, mark, record] = await Promise.all([
      this.call('HMGET', this.key('meta'), 'cancelled', `earlier ${key}`),
      this.#mark(key),
      this.record(key),
    ])
    const [cancelled, call] = known as readonly (string | null)[]
    if (cancelled !== null) return { kind: 'cancelled' }
    if (mark !== undefined) return { kind: 'doubt', earlier: { call: mark.call } }
    if (record !== undefined) return { kind: 'finished', record }
    return { kind: 'free', ...(typeof call === 'string' && { earlier: { call } }) }
  }

  async mark({ key }: PlannedCall, id: string, earlier?: EarlierStart): Promise<void> {
    const { id: by, lease } = this.worker
    const mark = { call: id, by, lease, host: hostname(), pid: process.pid }
    const args = [key, JSON.stringify(mark), id, earlier?.call ?? '']
    const reply = (await this.whenRoom(
      () => this.run('mark', args, `${KEYS}:marked`),
      this.worker.signal,
    )) as MarkReply
    if (!reply.startsWith('ok')) throw new CallTaken(reply)
    const count = Number(reply.slice(3) || this.connection.marked + 1)
    // The server has forgotten marks that it had confirmed, perhaps also that of this call.
    if (count <= this.connection.marked) throw wentBack()
    this.connection.marked = count
    this.#started.set(key, id)
  }

  async withdraw({ key }: PlannedCall): Promise<void> {
    await this.run('withdraw', [key, this.#started.get(key) ?? ''])
  }

  async seal(
    { key }: PlannedCall,
    record: BatchRecord,
    start: string | null = null,
  ): Promise<void> {
    const id = start ?? this.#started.get(key) ?? randomUUID()
    // The end must not be lost, however long it takes.
    const isTaken = await this.whenRoom(() => this.#seal(key, id, withoutSecrets(record)))
    this.#started.delete(key)
    if (!isTaken) throw new CallTaken(record.attempts > 0 ? SOMEBODY_ELSES : 'finished')
  }

  /** Tests whether the start of a call here is still the one that counts. */
  async isOurs({ key }: Pick<PlannedCall, 'key'>): Promise<boolean> {
    const id = this.#started.get(key)
    return id === undefined || (await this.#mark(key))?.call === id
  }

  /** Leaves a call that was ended before its time in doubt, although its worker lives. */
  async letGo({ key }: PlannedCall): Promise<void> {
    const mark = await this.#mark(key)
    if (mark === undefined || mark.call !== this.#started.get(key)) return
    await this.call('HSET', this.key('marks'), key, JSON.stringify({ ...mark, by: '' }))
  }

  async *doubts(): AsyncGenerator<Doubt> {
    for (const [key, mark] of await this.silent()) {
      const call = await this.find(key)
      if (call === undefined) continue
      const { host, pid, at } = mark
      const pids = host === hostname() ? orphansOf(mark.call) : []
      const worker = { host, pid, at: new Date(at).toISOString() }
      yield { ...call, name: callName(call.call, call.index), pids, worker }
    }
    if (Number(await this.text('meta', 'failed')) === 0) return
    for await (const [key, ended] of this.#ends()) {
      const call = isEndInDoubt(ended) ? await this.find(key) : undefined
      if (call) yield { ...call, name: callName(call.call, call.index), pids: [], ended }
    }
  }

  async settle(name: string, settlement: Settlement): Promise<BatchRecord> {
    const open = new Map(await this.silent())
    const found = await this.#named(name)
    const ends = new Map<string, string>()
    for (const key of found) {
      const end = await this.#end(key)
      if (end && isEndInDoubt(end.record)) ends.set(key, end.id)
    }
    const key = onlyCall(name, found, { has: (each) => open.has(each) || ends.has(each) })
    const { index, call } = (await this.find(key))!
    const record = settledRecord(index, call, settlement)
    const id = ends.get(key)
    const script = id === undefined ? 'seal' : 'resettle'
    // With the id of the start: if it was run again meanwhile, this is refused.
    if (!(await this.#seal(key, id ?? open.get(key)!.call, record, script))) throw changed(name)
    return record
  }

  async reopen(name: string): Promise<PlannedCall> {
    if (await this.isCancelled()) {
      const message = `The batch '${this.name}' was cancelled; put the call into another one.`
      throw new SuretyError('BATCH_CANCELLED', 'PRECONDITION', message, { phase: 'validation' })
    }
    const silent = await this.silent()
    const open = new Map(silent.map(([key, { call: id, by }]) => [key, { id, by }]))
    const found = await this.#named(name)
    for (const key of found) {
      const end = await this.#end(key)
      if (end?.record.outcome.ok === false) open.set(key, { id: end.id, by: '' })
    }
    const key = onlyCall(name, found, open)
    const { id, by } = open.get(key)!
    // A worker that is back meanwhile may start it.
    if ((await this.run('reopen', [key, id], signKey(by))) !== 1) throw changed(name)
    const call = (await this.find(key))!
    await this.enqueue([call])
    return call
  }

  async *results(): AsyncGenerator<BatchRecord> {
    for await (const [, record] of this.#ends()) yield { ...record, resumed: true }
  }

  /** Gives the ends with their keys, in the order of the batch. */
  async *#ends(): AsyncGenerator<readonly [key: string, record: BatchRecord]> {
    for (let at = 0; ; at += READ_AT_ONCE) {
      const range = [this.key('order'), at, at + READ_AT_ONCE - 1] as const
      const keys = (await this.call('ZRANGE', ...range)) as readonly string[]
      if (keys.length === 0) return
      const records = await Promise.all(keys.map((key) => this.record(key)))
      for (const [at, record] of records.entries())
        if (record !== undefined) yield [keys[at]!, record]
    }
  }

  async counts(): Promise<BatchCounts> {
    await this.check()
    const total = Number(await this.call('HLEN', this.key('calls')))
    const counted = await this.call('HMGET', this.key('meta'), 'succeeded', 'failed')
    const [succeeded = 0, failed = 0] = (counted as readonly (string | null)[]).map(Number)
    const marks = Number(await this.call('HLEN', this.key('marks')))
    const in_doubt = (await this.silent()).length
    const waiting = Math.max(0, total - succeeded - failed - marks)
    return { total, waiting, running: marks - in_doubt, succeeded, failed, in_doubt }
  }

  /** Lets no further call start; those that run are ended by their workers. Returns whether it was new. */
  async cancel(): Promise<boolean> {
    await this.check()
    return (await this.call('HSETNX', this.key('meta'), 'cancelled', '1')) === 1
  }

  /** Removes the batch with its answers; throws while something of it is left to do or to decide. */
  async delete(): Promise<BatchCounts> {
    const counts = await this.counts()
    const { waiting, running, in_doubt } = counts
    if (running + in_doubt + ((await this.isCancelled()) ? 0 : waiting) > 0) {
      const message = `The batch '${this.name}' has ${waiting} waiting, ${running} running and ${in_doubt} calls in doubt.`
      throw new SuretyError('BATCH_UNFINISHED', 'PRECONDITION', message, {
        phase: 'validation',
        fix_required: 'Wait for it or cancel it, and settle what is in doubt.',
      })
    }
    // A cancelled batch left its calls with the engine; the next batch of this name would find them there.
    if (waiting > 0) await this.#takeBack()
    // Without its first key no call of it can be started any more.
    for (const part of ['meta', 'calls', 'order', 'marks', 'sealed', 'ends'])
      await this.call('UNLINK', this.key(part))
    await this.call('SREM', `${KEYS}:batches`, this.name)
    return counts
  }

  async #takeBack(): Promise<void> {
    const tools = (await this.call('SMEMBERS', `${KEYS}:tools`)) as readonly string[]
    const queues = await Promise.all(tools.map((tool) => this.queue(tool)))
    for (let at = 0; ; at += PAGE) {
      const range = [this.key('order'), at, at + PAGE - 1] as const
      const keys = (await this.call('ZRANGE', ...range)) as readonly string[]
      if (keys.length === 0) return
      const ids = keys.map((key) => this.jobId(key))
      // One that a worker holds is found to be cancelled there.
      await Promise.all(ids.flatMap((id) => queues.map((queue) => queue.remove(id).catch(() => 0))))
    }
  }

  async isCancelled(): Promise<boolean> {
    return (await this.call('HEXISTS', this.key('meta'), 'cancelled')) === 1
  }

  /** Gives the end of a call. */
  async record(key: string): Promise<BatchRecord | undefined> {
    return (await this.#end(key))?.record
  }

  /** Gives the keys of the calls that ended, in that order, from the given one on. */
  async ended(from: number): Promise<readonly string[]> {
    const range = [this.key('ends'), from, from + PAGE - 1] as const
    return (await this.call('LRANGE', ...range)) as readonly string[]
  }

  async endedCount(): Promise<number> {
    return Number(await this.call('LLEN', this.key('ends')))
  }

  async #seal(key: string, id: string, record: BatchRecord, script: 'seal' | 'resettle' = 'seal') {
    const counter = record.outcome.ok ? 'succeeded' : 'failed'
    const args = [key, id, JSON.stringify(record), counter]
    return (await this.run(script, args, this.key('ends'))) === 1
  }

  async #end(key: string) {
    const text = await this.text('sealed', key)
    if (text === null) return undefined
    const id = text.slice(0, ID_LENGTH)
    return { id, record: JSON.parse(text.slice(ID_LENGTH)) as BatchRecord }
  }

  async #mark(key: string): Promise<Mark | undefined> {
    return JSON.parse((await this.text('marks', key)) ?? 'null') ?? undefined
  }

  /** Lists the marks whose worker gives no sign of life. */
  async silent(): Promise<readonly (readonly [string, Mark])[]> {
    const flat = (await this.call('HGETALL', this.key('marks'))) as readonly string[]
    const marks = flat.flatMap((key, at) =>
      at % 2 === 0 ? [[key, JSON.parse(flat[at + 1]!) as Mark] as const] : [],
    )
    const alive = new Set((await this.workers()).map(({ id }) => id))
    return marks.filter(([, { by }]) => !alive.has(by))
  }

  /** Finds the keys that a name means; there may be many calls, so the server looks. */
  async #named(name: string): Promise<readonly string[]> {
    const pattern = `${name.replaceAll(/[*?[\]\\^-]/g, String.raw`\$&`)}@*`
    const found = (await this.find(name)) === undefined ? [] : [name]
    for (let cursor = '0'; ;) {
      const words = [this.key('order'), cursor, 'MATCH', pattern, 'COUNT', 1000] as const
      const [next, flat] = (await this.call('ZSCAN', ...words)) as [string, readonly string[]]
      found.push(...flat.filter((key, at) => at % 2 === 0 && isNamed(key, name)))
      if (next === '0') return [...new Set(found)]
      cursor = next
    }
  }
}
