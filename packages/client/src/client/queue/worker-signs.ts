import { KEYS, type QueueConnection } from './connection.ts'

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

/** Gives a sign of life; returns whether the one before was still there. */
export async function giveSign({ redis }: QueueConnection, sign: WorkerSign): Promise<boolean> {
  const words = [signKey(sign.id), JSON.stringify(sign), 'PX', sign.lease, 'GET'] as const
  const before = await redis.call('SET', ...words)
  await redis.call('SADD', `${KEYS}:workers`, sign.id)
  return before !== null
}

export function signKey(id: string): string {
  return `${KEYS}:worker:${id}`
}

/** Lists the living workers. */
export async function workerSigns({ redis }: QueueConnection): Promise<readonly WorkerSign[]> {
  const ids = (await redis.call('SMEMBERS', `${KEYS}:workers`)) as readonly string[]
  const signs = await Promise.all(
    ids.map((id) => redis.call('GET', signKey(id)) as Promise<string | null>),
  )
  const gone = ids.filter((_, at) => signs[at] === null)
  if (gone.length > 0) await redis.call('SREM', `${KEYS}:workers`, ...gone)
  return signs.flatMap((sign) => (sign === null ? [] : [JSON.parse(sign) as WorkerSign]))
}
