import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { sha256 } from '@surety/internal/sha256.ts'
import type { PlannedCall } from '../batch/backend.ts'
import { type EngineJob, type EngineQueue, KEYS, type QueueConnection } from './connection.ts'
import { isSealed, wrongKey } from './payload.ts'
import { NotStarted } from './queue-records.ts'
import { SCRIPTS } from './scripts.ts'
import { type StartingWorker, type WorkerSign, workerSigns } from './worker-signs.ts'

/** Keys read at once. */
export const PAGE = 500

interface Unfit {
  readonly key: string
  readonly tool: string
  readonly by: string
  readonly why: string
}

/** The keys of a batch on the server: what is in them is encrypted if there is a key, and who may run what is noted there. */
export class BatchStore {
  readonly name: string
  protected readonly connection: QueueConnection
  protected readonly worker: StartingWorker
  readonly #queues = new Map<string, EngineQueue>()

  constructor(
    connection: QueueConnection,
    name: string,
    worker: StartingWorker = { id: randomUUID(), lease: 0 },
  ) {
    this.connection = connection
    this.name = name
    this.worker = worker
  }

  get isEncrypted(): boolean {
    return this.connection.cipher !== null
  }

  /** Names a call as the server may know it: nobody without the key can check guesses of what a digest stands for. */
  named(planned: PlannedCall): PlannedCall {
    const { cipher } = this.connection
    const at = planned.key.lastIndexOf('@') + 1
    const digest = cipher?.digest(planned.key.slice(at))
    return digest === undefined ? planned : { ...planned, key: planned.key.slice(0, at) + digest }
  }

  protected text(part: string, key: string): Promise<string | null> {
    return this.call('HGET', this.key(part), key) as Promise<string | null>
  }

  protected jobId(key: string): string {
    return `${this.name}/${sha256(key).slice(0, 32)}`
  }

  protected encrypt(text: string, place: string): string {
    return this.connection.cipher?.seal(text, `${this.name} ${place}`) ?? text
  }

  protected decrypt(text: string, place: string): string {
    const { cipher } = this.connection
    if (cipher === null && isSealed(text)) throw wrongKey(`The batch '${this.name}' is encrypted.`)
    return cipher?.open(text, `${this.name} ${place}`) ?? text
  }

  /** Tries until a server without memory has room again; nothing has started, or an end waits to be kept. */
  protected async whenRoom<Value>(
    work: () => Promise<Value>,
    signal?: AbortSignal,
  ): Promise<Value> {
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

  /** Notes why a worker does not run a call. */
  async noteUnfit({ key, tool }: { key: string; tool: string }, why: string): Promise<void> {
    const fact: Unfit = { key, tool, by: this.worker.id, why }
    await this.call('HSET', this.key('unfit'), `${key}\n${fact.by}`, JSON.stringify(fact))
  }

  /** Puts a job that this worker does not run behind the others. */
  async giveBack(tool: string, job: EngineJob): Promise<void> {
    await job.moveToWait(this.worker.id)
    await this.run('last', [job.id], `${this.connection.engineOptions.prefix}:${tool}:wait`)
  }

  /** Lists the reasons why calls wait that no worker at hand runs, with how many calls each holds up. */
  async blocked(): Promise<readonly { readonly why: string; readonly calls: number | null }[]> {
    const signs = await this.workers()
    const takers = (tool: string) => signs.filter(({ tools }) => tools?.includes(tool) ?? true)
    const flat = (await this.call('HVALS', this.key('unfit'))) as readonly string[]
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
      for (const key of (await this.run('unstarted', names.slice(at, at + PAGE))) as string[])
        open.add(key)
    const held = new Map<string, Set<string>>()
    for (const { key, why } of stuck)
      if (open.has(key)) held.set(why, (held.get(why) ?? new Set()).add(key))
    const tools = (await this.call('SMEMBERS', this.key('tools'))) as readonly string[]
    const missing = signs.length === 0 ? [] : tools.filter((tool) => takers(tool).length === 0)
    return [
      ...[...held].map(([why, keys]) => ({ why, calls: keys.size })),
      ...missing.map((tool) => ({ why: `no worker that is connected runs ${tool}`, calls: null })),
    ]
  }

  workers(): Promise<readonly WorkerSign[]> {
    return workerSigns(this.connection)
  }

  async close(): Promise<void> {
    const closing = [...this.#queues.values()].map((queue) => queue.close())
    // A server that is away must not keep us.
    await Promise.race([Promise.allSettled(closing), sleep(500, undefined, { ref: false })])
  }

  protected async queue(tool: string): Promise<EngineQueue> {
    const known = this.#queues.get(tool)
    if (known !== undefined) return known
    const { Queue } = this.connection.engine()
    const queue = new Queue(tool, this.connection.engineOptions)
    // The connection itself tells what is wrong.
    queue.on('error', () => {})
    this.#queues.set(tool, queue)
    return queue
  }

  protected key(part: string): string {
    return `${KEYS}:batch:${this.name}:${part}`
  }

  /** Runs a script; all of them know these three keys. */
  protected run(
    script: keyof typeof SCRIPTS,
    args: readonly string[],
    more?: string,
  ): Promise<unknown> {
    const [meta, ...others] = ['meta', 'marks', 'sealed'].map((part) => this.key(part))
    return this.call('EVAL', SCRIPTS[script], 4, meta!, ...others, more ?? meta!, ...args)
  }

  protected call(command: string, ...args: readonly (string | number)[]): Promise<unknown> {
    return this.connection.redis.call(command, ...args)
  }
}
