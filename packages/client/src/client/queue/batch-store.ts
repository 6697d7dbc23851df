import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { sha256 } from '@surety/internal/sha256.ts'
import { type EngineQueue, KEYS, type QueueConnection } from './connection.ts'
import { NotStarted } from './queue-records.ts'
import { SCRIPTS } from './scripts.ts'
import { type StartingWorker, type WorkerSign, workerSigns } from './worker-signs.ts'

/** Keys read at once. */
export const PAGE = 500

/** The keys of a batch on the server. */
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

  protected text(part: string, key: string): Promise<string | null> {
    return this.call('HGET', this.key(part), key) as Promise<string | null>
  }

  protected jobId(key: string): string {
    return `${this.name}/${sha256(key).slice(0, 32)}`
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

  workers(): Promise<readonly WorkerSign[]> {
    return workerSigns(this.connection)
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
