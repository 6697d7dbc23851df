import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

import { isJsonObject, SuretyError } from '../../contract/index.ts'
import { createRedactor } from '../../internal/redact/redactor.ts'
import { sha256 } from '../../internal/sha256.ts'
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
import { settledRecord, type BatchRecord, type Settlement } from '../batch/record.ts'
import { toolOf } from '../call/redirect/command-line.ts'
import type { RunOptions } from '../options.ts'
import { orphansOf } from '../process/orphans.ts'
import { type EngineJob, type EngineQueue, KEYS, type QueueConnection } from './connection.ts'
import { isSealed, wrongKey } from './payload.ts'
import { type MarkReply, SCRIPTS } from './scripts.ts'
import { signKey, type StartingWorker, type WorkerSign, workerSigns } from './worker-signs.ts'

/** A call as it travels, with the limits that the one who asked for it set. */
export interface TravellingCall extends PlannedCall {
  readonly limits?: Pick<RunOptions, 'deadlineMs' | 'policy' | 'timeoutMs'>
  /** The trace that it belongs to, as variables. */
  readonly trace?: Readonly<Record<string, string>>
  /** Whether the one who asked for it lets secrets of its answer lie on the server. */
  readonly isOpen?: boolean
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
const PAGE = 500
/** Answers read at once: each may have megabytes. */
const READ_AT_ONCE = 16

/** A batch on a queue. The engine hands calls out; starts and ends are ours, whatever its states say. */
export class QueueBackend implements BatchBackend {
  readonly name: string
  readonly #connection: QueueConnection
  readonly #worker: StartingWorker
  readonly #started = new Map<string, string>()
  readonly #queues = new Map<string, EngineQueue>()
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

  get isEncrypted(): boolean {
    return this.#connection.cipher !== null
  }

  /** Names a call as the server may know it: nobody without the key can check guesses of what a digest stands for. */
  named(planned: PlannedCall): PlannedCall {
    const { cipher } = this.#connection
    const at = planned.key.lastIndexOf('@') + 1
    const digest = cipher?.digest(planned.key.slice(at))
    return digest === undefined ? planned : { ...planned, key: planned.key.slice(0, at) + digest }
  }

  /** Makes the batch if there is none. */
  async create(): Promise<void> {
    const fingerprint = this.#connection.cipher?.fingerprint ?? ''
    await this.#run('create', [randomUUID(), fingerprint])
    await this.#call('SADD', `${KEYS}:batches`, this.name)
    await this.check()
  }

  /** Throws unless the server has the batch, and has it as it was. */
  async check(): Promise<void> {
    const nonce = await this.#text('meta', 'nonce')
    if (nonce === null && this.#nonce === undefined) {
      const message = `The queue has no batch '${this.name}'.`
      throw new SuretyError('BATCH_UNKNOWN', 'NOT_FOUND', message, { phase: 'validation' })
    }
    const isNew = this.#nonce === undefined
    this.#nonce ??= nonce!
    if (nonce !== this.#nonce) throw wentBack()
    if (isNew) await this.#checkKey()
  }

  /** A batch has one key, or none: with another one nothing of it could be read. */
  async #checkKey(): Promise<void> {
    const own = this.#connection.cipher?.fingerprint ?? ''
    const known = (await this.#text('meta', 'key')) ?? ''
    if (own === known) return
    if (known === '') throw wrongKey(`The batch '${this.name}' was begun without a key.`)
    throw wrongKey(`The batch '${this.name}' is encrypted${own === '' ? '' : ' with another key'}.`)
  }

  async add(calls: readonly TravellingCall[]): Promise<void> {
    if (calls.length === 0) return
    const texts = calls.flatMap((call) => [
      call.key,
      this.#encrypt(JSON.stringify(call), `calls ${call.key}`),
    ])
    await this.#call('HSET', this.#key('calls'), ...texts)
    await this.#call('ZADD', this.#key('order'), ...calls.flatMap(({ index, key }) => [index, key]))
    const names = calls.map(({ key }) => key)
    const open = new Set((await this.#run('unstarted', names)) as readonly string[])
    await this.enqueue(calls.filter(({ key }) => open.has(key)))
  }

  /** Hands calls to the engine, which ignores those that wait already. */
  async enqueue(calls: readonly PlannedCall[]): Promise<void> {
    const tools = new Set(calls.map(toolName))
    if (tools.size > 0) {
      await this.#call('SADD', `${KEYS}:tools`, ...tools)
      await this.#call('SADD', this.#key('tools'), ...tools)
    }
    for (const tool of tools) {
      const own = calls.filter((call) => toolName(call) === tool)
      const jobs = own.map(({ key }) => {
        const jobId = this.#jobId(key)
        const opts = { jobId, attempts: 1, removeOnComplete: true, removeOnFail: true }
        return { name: 'call', data: { batch: this.name, key }, opts }
      })
      await (await this.#queue(tool)).addBulk(jobs)
    }
  }

  async find(key: string): Promise<TravellingCall | undefined> {
    const text = await this.#text('calls', key)
    if (text === null) return undefined
    return JSON.parse(this.#decrypt(text, `calls ${key}`)) as TravellingCall
  }

  #jobId(key: string): string {
    return `${this.name}/${sha256(key).slice(0, 32)}`
  }

  #encrypt(text: string, place: string): string {
    return this.#connection.cipher?.seal(text, `${this.name} ${place}`) ?? text
  }

  #decrypt(text: string, place: string): string {
    const { cipher } = this.#connection
    if (cipher === null && isSealed(text)) throw wrongKey(`The batch '${this.name}' is encrypted.`)
    return cipher?.open(text, `${this.name} ${place}`) ?? text
  }

  async claim({ key }: PlannedCall): Promise<Claim> {
    const [known, mark, record] = await Promise.all([
      this.#call('HMGET', this.#key('meta'), 'cancelled', `earlier ${key}`),
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
    const { id: by, lease } = this.#worker
    const mark = { call: id, by, lease, host: hostname(), pid: process.pid }
    const args = [key, JSON.stringify(mark), id, earlier?.call ?? '']
    const reply = (await this.#whenRoom(
      () => this.#run('mark', args, `${KEYS}:marked`),
      this.#worker.signal,
    )) as MarkReply
    if (!reply.startsWith('ok')) throw new CallTaken(reply)
    const count = Number(reply.slice(3) || this.#connection.marked + 1)
    // The server has forgotten marks that it had confirmed, perhaps also that of this call.
    if (count <= this.#connection.marked) throw wentBack()
    this.#connection.marked = count
    this.#started.set(key, id)
  }

  async withdraw({ key }: PlannedCall): Promise<void> {
    await this.#run('withdraw', [key, this.#started.get(key) ?? ''])
  }

  async seal(planned: TravellingCall, record: BatchRecord): Promise<void> {
    const { key } = planned
    const id = this.#started.get(key) ?? randomUUID()
    const kept = this.isEncrypted || planned.isOpen ? record : withoutSecrets(record)
    // The end must not be lost, however long it takes.
    const isTaken = await this.#whenRoom(() => this.#seal(key, id, kept))
    this.#started.delete(key)
    if (isTaken) return
    if (record.attempts > 0) await this.noteLate({ key }, 'ended')
    throw new CallTaken('finished')
  }

  /** Tries until a server without memory has room again; nothing has started, or an end waits to be kept. */
  async #whenRoom<Value>(work: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!/^OOM|^MISCONF|^LOADING|^READONLY/.test((error as Error).message)) throw error
        if (signal?.aborted === true) throw new NotStarted()
        await sleep(1000)
      }
    }
  }

  /** Tests whether the start of a call here is still the one that counts. */
  async isOurs({ key }: Pick<PlannedCall, 'key'>): Promise<boolean> {
    const id = this.#started.get(key)
    return id === undefined || (await this.#mark(key))?.call === id
  }

  /** Notes that a call was started here although somebody else had it by then: whoever reads its answer is told. */
  async noteLate({ key }: Pick<PlannedCall, 'key'>, what: 'ended' | 'stopped'): Promise<void> {
    const late: LateStart = { host: hostname(), pid: process.pid, what }
    await this.#call('HSET', this.#key('meta'), `late ${key}`, JSON.stringify(late))
  }

  /** Notes why a worker does not run a call. */
  async noteUnfit({ key, tool }: { key: string; tool: string }, why: string): Promise<void> {
    const fact: Unfit = { key, tool, by: this.#worker.id, why }
    await this.#call('HSET', this.#key('unfit'), `${key}\n${fact.by}`, JSON.stringify(fact))
  }

  /** Puts a job that this worker does not run behind the others. */
  async giveBack(tool: string, job: EngineJob): Promise<void> {
    await job.moveToWait(this.#worker.id)
    await this.#run('last', [job.id], `${this.#connection.engineOptions.prefix}:${tool}:wait`)
  }

  /** Lists the reasons why calls wait that no worker at hand runs, with how many calls each holds up. */
  async blocked(): Promise<readonly { readonly why: string; readonly calls: number | null }[]> {
    const signs = await this.workers()
    const takers = (tool: string) => signs.filter(({ tools }) => tools?.includes(tool) ?? true)
    const flat = (await this.#call('HVALS', this.#key('unfit'))) as readonly string[]
    const facts = flat.map((text) => JSON.parse(text) as Unfit)
    const refusers = new Map<string, Set<string>>()
    for (const { key, by } of facts) refusers.set(key, (refusers.get(key) ?? new Set()).add(by))
    const stuck = facts.filter(({ key, tool }) => {
      const able = takers(tool)
      return able.length > 0 && able.every(({ id }) => refusers.get(key)!.has(id))
    })
    const names = [...new Set(stuck.map(({ key }) => key))]
    const open = new Set<string>()
    for (let at = 0; at < names.length; at += PAGE)
      for (const key of (await this.#run('unstarted', names.slice(at, at + PAGE))) as string[])
        open.add(key)
    const held = new Map<string, Set<string>>()
    for (const { key, why } of stuck)
      if (open.has(key)) held.set(why, (held.get(why) ?? new Set()).add(key))
    const tools = (await this.#call('SMEMBERS', this.#key('tools'))) as readonly string[]
    const missing = signs.length === 0 ? [] : tools.filter((tool) => takers(tool).length === 0)
    return [
      ...[...held].map(([why, keys]) => ({ why, calls: keys.size })),
      ...missing.map((tool) => ({ why: `no worker that is connected runs ${tool}`, calls: null })),
    ]
  }

  /** Leaves a call that was ended before its time in doubt, although its worker lives. */
  async letGo({ key }: PlannedCall): Promise<void> {
    const mark = await this.#mark(key)
    if (mark === undefined || mark.call !== this.#started.get(key)) return
    await this.#call('HSET', this.#key('marks'), key, JSON.stringify({ ...mark, by: '' }))
  }

  /** Notes that a worker may not repeat a call in doubt, so that it stays one. */
  async keepInDoubt({ key }: PlannedCall): Promise<void> {
    await this.#call('HSET', this.#key('meta'), `refused ${key}`, '1')
  }

  async isKeptInDoubt(key: string): Promise<boolean> {
    return (await this.#call('HEXISTS', this.#key('meta'), `refused ${key}`)) === 1
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
  }

  async settle(name: string, settlement: Settlement): Promise<BatchRecord> {
    const open = new Map(await this.silent())
    const key = onlyCall(name, await this.#named(name), open)
    const { index, call } = (await this.find(key))!
    const record = settledRecord(index, call, settlement)
    // With the id of the start: if it was run again meanwhile, this is refused.
    if (!(await this.#seal(key, open.get(key)!.call, record))) throw changed(name)
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
    if ((await this.#run('reopen', [key, id], signKey(by))) !== 1) throw changed(name)
    const call = (await this.find(key))!
    await this.enqueue([call])
    return call
  }

  async *results(): AsyncGenerator<BatchRecord> {
    for (let at = 0; ; at += READ_AT_ONCE) {
      const range = [this.#key('order'), at, at + READ_AT_ONCE - 1] as const
      const keys = (await this.#call('ZRANGE', ...range)) as readonly string[]
      if (keys.length === 0) return
      const records = await Promise.all(keys.map((key) => this.record(key)))
      for (const record of records) if (record !== undefined) yield { ...record, resumed: true }
    }
  }

  async counts(): Promise<BatchCounts> {
    await this.check()
    const total = Number(await this.#call('HLEN', this.#key('calls')))
    const counted = await this.#call('HMGET', this.#key('meta'), 'succeeded', 'failed')
    const [succeeded = 0, failed = 0] = (counted as readonly (string | null)[]).map(Number)
    const marks = Number(await this.#call('HLEN', this.#key('marks')))
    const in_doubt = (await this.silent()).length
    const waiting = Math.max(0, total - succeeded - failed - marks)
    return { total, waiting, running: marks - in_doubt, succeeded, failed, in_doubt }
  }

  /** Lets no further call start; those that run are ended by their workers. Returns whether it was new. */
  async cancel(): Promise<boolean> {
    await this.check()
    return (await this.#call('HSETNX', this.#key('meta'), 'cancelled', '1')) === 1
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
    for (const part of ['meta', 'calls', 'order', 'marks', 'sealed', 'ends', 'unfit', 'tools'])
      await this.#call('UNLINK', this.#key(part))
    await this.#call('SREM', `${KEYS}:batches`, this.name)
    return counts
  }

  async #takeBack(): Promise<void> {
    const tools = (await this.#call('SMEMBERS', this.#key('tools'))) as readonly string[]
    const queues = await Promise.all(tools.map((tool) => this.#queue(tool)))
    for (let at = 0; ; at += PAGE) {
      const range = [this.#key('order'), at, at + PAGE - 1] as const
      const keys = (await this.#call('ZRANGE', ...range)) as readonly string[]
      if (keys.length === 0) return
      const ids = keys.map((key) => this.#jobId(key))
      // One that a worker holds is found to be cancelled there.
      await Promise.all(ids.flatMap((id) => queues.map((queue) => queue.remove(id).catch(() => 0))))
    }
  }

  async isCancelled(): Promise<boolean> {
    return (await this.#call('HEXISTS', this.#key('meta'), 'cancelled')) === 1
  }

  /** Gives the end of a call. */
  async record(key: string): Promise<BatchRecord | undefined> {
    const [end, late] = await Promise.all([this.#end(key), this.#text('meta', `late ${key}`)])
    if (end === undefined || late === null) return end?.record
    return withLateStart(end.record, JSON.parse(late) as LateStart)
  }

  /** Gives the answer that `batch/call` refers to, as a tool reads it; undefined unless it is there and a success. */
  async referred(reference: string): Promise<string | undefined> {
    const [name = '', ...call] = reference.split('/')
    const batch = new QueueBackend(this.#connection, name)
    const [key, ...others] = await batch.#named(call.join('/'))
    const { outcome } = (key !== undefined && (await batch.record(key))) || {}
    if (outcome?.ok !== true || others.length > 0) return undefined
    const { data } = outcome
    const printed = isJsonObject(data) ? data['stdout'] : undefined
    return typeof printed === 'string' ? printed : JSON.stringify(data)
  }

  /** Gives the keys of the calls that ended, in that order, from the given one on. */
  async ended(from: number): Promise<readonly string[]> {
    const range = [this.#key('ends'), from, from + PAGE - 1] as const
    return (await this.#call('LRANGE', ...range)) as readonly string[]
  }

  async endedCount(): Promise<number> {
    return Number(await this.#call('LLEN', this.#key('ends')))
  }

  async close(): Promise<void> {
    const closing = [...this.#queues.values()].map((queue) => queue.close())
    // A server that is away must not keep us.
    await Promise.race([Promise.allSettled(closing), sleep(500, undefined, { ref: false })])
  }

  async #seal(key: string, id: string, record: BatchRecord): Promise<boolean> {
    const counter = record.outcome.ok ? 'succeeded' : 'failed'
    const text = this.#encrypt(JSON.stringify(record), `ends ${key}`)
    const args = [key, id, text, counter]
    return (await this.#run('seal', args, this.#key('ends'))) === 1
  }

  async #end(key: string) {
    const text = await this.#text('sealed', key)
    if (text === null) return undefined
    const id = text.slice(0, ID_LENGTH)
    const record = this.#decrypt(text.slice(ID_LENGTH), `ends ${key}`)
    return { id, record: JSON.parse(record) as BatchRecord }
  }

  async #mark(key: string): Promise<Mark | undefined> {
    return JSON.parse((await this.#text('marks', key)) ?? 'null') ?? undefined
  }

  #text(part: string, key: string): Promise<string | null> {
    return this.#call('HGET', this.#key(part), key) as Promise<string | null>
  }

  /** Lists the marks whose worker gives no sign of life. */
  async silent(): Promise<readonly (readonly [string, Mark])[]> {
    const flat = (await this.#call('HGETALL', this.#key('marks'))) as readonly string[]
    const marks = flat.flatMap((key, at) =>
      at % 2 === 0 ? [[key, JSON.parse(flat[at + 1]!) as Mark] as const] : [],
    )
    const alive = new Set((await this.workers()).map(({ id }) => id))
    return marks.filter(([, { by }]) => !alive.has(by))
  }

  workers(): Promise<readonly WorkerSign[]> {
    return workerSigns(this.#connection)
  }

  /** Finds the keys that a name means; there may be many calls, so the server looks. */
  async #named(name: string): Promise<readonly string[]> {
    const pattern = `${name.replaceAll(/[*?[\]\\^-]/g, String.raw`\$&`)}@*`
    const found = (await this.find(name)) === undefined ? [] : [name]
    for (let cursor = '0'; ;) {
      const words = [this.#key('order'), cursor, 'MATCH', pattern, 'COUNT', 1000] as const
      const [next, flat] = (await this.#call('ZSCAN', ...words)) as [string, readonly string[]]
      found.push(...flat.filter((key, at) => at % 2 === 0 && isNamed(key, name)))
      if (next === '0') return [...new Set(found)]
      cursor = next
    }
  }

  async #queue(tool: string): Promise<EngineQueue> {
    const known = this.#queues.get(tool)
    if (known !== undefined) return known
    const { Queue } = this.#connection.engine()
    const queue = new Queue(tool, this.#connection.engineOptions)
    // The connection itself tells what is wrong.
    queue.on('error', () => {})
    this.#queues.set(tool, queue)
    return queue
  }

  #key(part: string): string {
    return `${KEYS}:batch:${this.name}:${part}`
  }

  /** Runs a script; all of them know these three keys. */
  #run(script: keyof typeof SCRIPTS, args: readonly string[], more?: string): Promise<unknown> {
    const [meta, ...others] = ['meta', 'marks', 'sealed'].map((part) => this.#key(part))
    return this.#call('EVAL', SCRIPTS[script], 4, meta!, ...others, more ?? meta!, ...args)
  }

  #call(command: string, ...args: readonly (string | number)[]): Promise<unknown> {
    return this.#connection.redis.call(command, ...args)
  }
}

/** A call that somebody else started, ended or cancelled in the meantime. */
export class CallTaken extends Error {}

/** The worker was told to end while the server had no room for the start of a call. */
export class NotStarted extends Error {}

/** A worker that was held up for longer than its lease, just before the start of a process that a person ran again. */
interface LateStart {
  readonly host: string
  readonly pid: number
  /** Whether its process ended by itself, or was stopped when the worker noticed. */
  readonly what: 'ended' | 'stopped'
}

interface Unfit {
  readonly key: string
  readonly tool: string
  readonly by: string
  readonly why: string
}

/** Replaces secrets that a tool printed: the server keeps answers as they are unless they are encrypted. */
function withoutSecrets(record: BatchRecord): BatchRecord {
  const { outcome } = record
  const redactor = createRedactor()
  let isChanged = false
  const clean = JSON.parse(JSON.stringify(outcome), (_name, value: unknown) => {
    if (typeof value !== 'string') return value
    const shown = redactor.redact(value)
    isChanged ||= shown !== value
    return shown
  }) as typeof outcome
  if (!isChanged) return record
  const message =
    'Secrets in the answer were replaced before it was put on the queue; --key-from keeps them, encrypted.'
  const anomaly = { code: 'SECRETS_REPLACED' as const, message, attempt: 0 }
  return { ...record, outcome: clean, anomalies: [...record.anomalies, anomaly] }
}

function withLateStart(record: BatchRecord, { host, pid, what }: LateStart): BatchRecord {
  const message = `A worker that had been held up (process ${pid} on ${host}) started this call too; its process ${what === 'ended' ? 'ran to its end' : 'was stopped'}. Check what it did.`
  const anomaly = { code: 'STARTED_LATE' as const, message, attempt: 0 }
  return { ...record, anomalies: [...record.anomalies, anomaly] }
}

/** Names the engine's queue of a call: limits and rates are per tool. */
export function toolName({ call }: PlannedCall): string {
  return engineName(toolOf(call.argv).name)
}

/** Spells the name of a tool as the engine allows. */
export function engineName(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, '_') || 'tool'
}

/** The error of a server that lost what it had confirmed. */
export function wentBack(): SuretyError {
  const message =
    'The server of the queue came back without things that it had confirmed. Find out what it lost before anything is run again: calls may have run already.'
  return new SuretyError('QUEUE_WENT_BACK', 'PRECONDITION', message, { retryable: false })
}

function changed(name: string): SuretyError {
  const message = `The call '${name}' was started or ended by somebody else in the meantime.`
  return new SuretyError('CALL_NOT_IN_DOUBT', 'NOT_FOUND', message, { phase: 'validation' })
}
