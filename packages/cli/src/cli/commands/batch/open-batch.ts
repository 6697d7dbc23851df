import { setTimeout as sleep } from 'node:timers/promises'

import {
  FileBackend,
  loadQueue,
  type BatchRecord,
  type RunOptions,
} from '@surety/client/unstable/client'
import { suretyError } from 'surety/unstable/contract'
import type { ValuesOf } from 'surety/unstable/runtime'
import type { AnyContext } from 'surety/unstable/surface'
import { s } from 'surety/unstable/schema'
import { lasting, passing, required, text, texts } from '../../input/option-kinds.ts'

/** The errors of every command about a batch: of state files, then of queues. */
export const batchErrors = {
  STATE_LOCKED: passing('UNAVAILABLE', 'Another batch uses the same state file'),
  STATE_UNUSABLE: { exit: 'PRECONDITION', description: 'The state file cannot be used' },
  STATE_UNWRITABLE: {
    exit: 'PRECONDITION',
    description: 'The state file cannot be written, for instance because the disk is full',
  },
  QUEUE_ADDRESS: lasting('ARG_ERROR', 'The value of --queue is not an address of a queue'),
  QUEUE_PACKAGES: lasting('PRECONDITION', 'A package that a queue needs is not installed'),
  QUEUE_UNREACHABLE: passing('UNAVAILABLE', 'The server of the queue does not answer'),
  QUEUE_REFUSED: lasting(
    'PERMISSION_DENIED',
    'The server of the queue refused the user or password',
  ),
  QUEUE_FORGETS: lasting('PRECONDITION', 'The server is set up so that it can lose calls'),
  QUEUE_FORMAT: lasting('PRECONDITION', 'An incompatible version of surety made the queue'),
  QUEUE_WENT_BACK: lasting('PRECONDITION', 'The server of the queue lost what it had confirmed'),
  BATCH_CANCELLED: lasting('PRECONDITION', 'The batch was cancelled'),
  BATCH_UNFINISHED: lasting('PRECONDITION', 'Calls of the batch still wait, run or are in doubt'),
  BATCH_UNKNOWN: lasting('NOT_FOUND', 'The queue has no such batch'),
} as const

/** The exits of the commands about a batch that is not running. */
export const stateExits = {
  ARG_ERROR: 'The value of --queue is not an address',
  NOT_FOUND: 'There is no such state file or batch',
  PRECONDITION: 'The state file or the queue cannot be used',
  PERMISSION_DENIED: 'The server of the queue refused the user or password',
  UNAVAILABLE: 'A batch is using the state file, or the queue does not answer',
}

/** Names a batch on a queue. */
export const batchName = s
  .string()
  .pattern(/^[\w.-]{1,120}$/, "at most 120 letters, digits, '.', '_' and '-'")

export const stateArg = {
  state: required('State file of the batch; with --queue the name of the batch'),
}

/** The options that choose a queue. */
export const queueOption = {
  queue: text(
    'Address of the queue: redis://…, the name of a variable that holds it, or @FILE',
  ).secret(),
}

/** Names of variables that lines of a queue may set; the worker also gives those that a line names. */
export const allowEnv = texts(
  'Variable that a line may set or name, such as DEPLOY_ENV or DEPLOY_*',
)

/** What the values of {@link queueOption} say. */
type QueueChoice = ValuesOf<typeof queueOption>

/** What the commands about one batch have in common. */
export const aboutBatch = { errors: batchErrors, args: stateArg, options: queueOption } as const

type QueueContext = Pick<AnyContext, 'log' | 'onCleanup' | 'processEnv' | 'signal'>

/** Opens a batch on a queue. */
export async function openQueue(ctx: QueueContext, choice: Partial<QueueChoice>, name: string) {
  const { connectQueue, QueueBackend, queueAddress, runQueueBatch } = await loadQueue()
  const onNotice = (text: string): void => ctx.log.warn(text)
  const url = queueAddress(choice.queue!, ctx.processEnv)
  const connection = await connectQueue(url, onNotice)
  const backend = new QueueBackend(connection, name)
  ctx.onCleanup(async () => {
    await backend.close()
    connection.close()
  })
  return {
    backend,
    run(lines: AsyncIterable<string>, options: RunQueueOptions): AsyncIterable<BatchRecord> {
      ctx.log.info(`The batch is ${name}.`)
      const { processEnv: inherited, signal } = ctx
      return runQueueBatch(backend, lines, { ...options, onNotice, inherited, signal })
    },
    /** Runs a call again, on a worker, and waits for its end. */
    async rerun(id: string): Promise<BatchRecord> {
      const { key } = await backend.reopen(id)
      if ((await backend.workers()).length === 0)
        ctx.log.warn('No worker is connected to the queue; start one with surety worker.')
      for (;;) {
        const record = await backend.record(key)
        if (record !== undefined) return record
        await sleep(100, undefined, { signal: ctx.signal })
      }
    },
  }
}

interface RunQueueOptions {
  readonly order: 'input' | 'completion'
  readonly run: RunOptions
  readonly detach: boolean
  readonly allowedEnv: readonly string[]
}

/** The context of a command about one batch. */
type BatchContext = QueueContext & {
  readonly args: ValuesOf<typeof stateArg>
  readonly options: Partial<QueueChoice>
}

/** Opens a batch, in a file or on a queue; it is closed when the run ends. */
export async function openBatch(ctx: BatchContext, access: 'use' | 'read') {
  const { state } = ctx.args
  if (ctx.options.queue === undefined) {
    const file = openFile(state, access)
    ctx.onCleanup(() => file.close())
    return { batch: file, file }
  }
  const queue = await openQueue(ctx, ctx.options, state)
  await queue.backend.look()
  return { batch: queue.backend, queue }
}

function openFile(path: string, access: 'use' | 'read'): FileBackend {
  try {
    return new FileBackend(path, access)
  } catch (error) {
    const { cause } = error as Error
    if ((cause as NodeJS.ErrnoException | undefined)?.code !== 'ENOENT') throw error
    throw suretyError('FILE_NOT_FOUND', `There is no state file ${path}.`, { target: path, cause })
  }
}
