import { createRequire } from 'node:module'

import { SuretyError } from 'surety/unstable/contract'
import { textIn } from '@surety/internal/own-folder.ts'
import { KEYS } from './scripts.ts'

/** What we use of ioredis. Types of our own, because few who compile against us have it installed. */
export interface Redis {
  connect(): Promise<void>
  call(command: string, ...args: readonly (string | number)[]): Promise<unknown>
  on(event: string, listener: (error: Error) => void): this
  disconnect(): void
}

/** A job that a worker holds; only the reference to the call is in it. */
export interface EngineJob {
  readonly id: string
  readonly data: { readonly batch: string; readonly key: string }
  extendLock(token: string, durationMs: number): Promise<number>
  moveToCompleted(value: string, token: string, fetchNext: boolean): Promise<unknown>
}

/** What we use of BullMQ's Queue and Worker. */
export interface EngineQueue {
  remove(id: string): Promise<number>
  addBulk(jobs: readonly { name: string; data: object; opts: object }[]): Promise<unknown>
  setGlobalConcurrency(most: number): Promise<unknown>
  on(event: 'error', listener: (error: Error) => void): this
  close(): Promise<void>
}
export interface EngineWorker {
  getNextJob(token: string, options: { block: boolean }): Promise<EngineJob | undefined>
  startStalledCheckTimer(): Promise<void>
  on(event: 'error', listener: (error: Error) => void): this
  close(force?: boolean): Promise<void>
}
export interface Engine {
  readonly Queue: new (name: string, options: object) => EngineQueue
  readonly Worker: new (name: string, processor: null, options: object) => EngineWorker
}

/** An open connection to the server of a queue, which was found fit to keep what it is told. */
export interface QueueConnection {
  readonly redis: Redis
  /** Loads the engine, for those who add or run calls. */
  readonly engine: () => Engine
  /** The number of the last mark that was given here; a smaller one later means that the server lost some. */
  marked: number
  /** Options of every Queue and Worker. */
  readonly engineOptions: { readonly connection: Redis; readonly prefix: string }
  close(): void
}

const CONNECT_MS = 4000

/** Reads the address of a queue: a URL, `@` and a file that holds it, or the name of a variable. */
export function queueAddress(word: string, env: Readonly<NodeJS.ProcessEnv>): string {
  const isFile = word.startsWith('@')
  const isName = /^[A-Za-z_]\w*$/.test(word)
  const text = isFile ? textIn(word.slice(1)) : isName ? env[word] : word
  const url = text?.trim() ?? ''
  const isAddress = /^rediss?:\/\//.test(url) && URL.canParse(url)
  const wrong = isAddress ? wrongIn(new URL(url)) : undefined
  if (isAddress && wrong === undefined) return url
  // Neither the address nor where it is kept is shown.
  const what = isFile
    ? `The file for the address of the queue ${text === null ? 'cannot be read' : 'holds none'}`
    : isName
      ? `The variable for the address of the queue ${text === undefined ? 'is not set' : 'holds none'}`
      : 'This is not the address of a queue'
  const message = `${wrong ?? what}. An address begins with redis:// or rediss://.`
  throw problem('QUEUE_ADDRESS', 'ARG_ERROR', message)
}

/** Says what is wrong with an address. Parameters would be options of the library: some change what its replies mean. */
function wrongIn({ protocol, pathname, searchParams, username, password }: URL) {
  if (!/^\/?\d{0,9}$/.test(pathname)) return 'After the / write the number of a database'
  const known = protocol === 'rediss:' ? ['ca', 'cert', 'key', 'family'] : ['family']
  if (![...searchParams.keys()].every((name) => known.includes(name)))
    return 'It takes the parameters family and, with rediss://, also ca, cert and key'
  const isWhole = !/%(?![\dA-F]{2})/i.test(username + password)
  return isWhole ? undefined : 'A % in the user or password is written %25'
}

/** Opens a queue; throws within seconds if the server is away, refuses us, or would forget what it is told. */
export async function connectQueue(
  address: string,
  onNotice: (text: string) => void,
): Promise<QueueConnection> {
  const { Redis } = peer<{ Redis: new (options: object, url: string) => Redis }>('ioredis')
  let wasReady = false
  let isAway = false
  const options = {
    lazyConnect: true,
    maxRetriesPerRequest: null,
    connectTimeout: CONNECT_MS,
    // At the start the first failure counts; later the server may come back.
    retryStrategy: (times: number) => (wasReady ? Math.min(times * 100, 1000) : null),
    ...certificates(address),
  }
  // The first takes precedence: no parameter of the address loosens what the promise needs.
  const redis = new Redis(options, address)
  try {
    for (const step of [ready, refuseForgetful, refuseOtherFormat]) await within(step(redis))
  } catch (error) {
    redis.disconnect()
    throw error instanceof SuretyError ? error : unreachable(address, error)
  }
  wasReady = true
  let isClosed = false
  redis.on('close', () => {
    if (!isAway && !isClosed) onNotice('The server of the queue does not answer; waiting for it.')
    isAway = true
  })
  redis.on('ready', () => {
    if (isAway) onNotice('The queue is back.')
    isAway = false
  })
  const engineOptions = { connection: redis, prefix: `${KEYS}:engine`, skipMetasUpdate: true }
  const close = (): void => {
    isClosed = true
    redis.disconnect()
  }
  return { redis, engine: () => peer<Engine>('bullmq'), engineOptions, marked: 0, close }
}

/** Reads the files that `rediss://…?ca=FILE&cert=FILE&key=FILE` names. */
function certificates(address: string): object {
  if (!address.startsWith('rediss:')) return {}
  const named = [...new URL(address).searchParams].filter(([name]) => /^(ca|cert|key)$/.test(name))
  const read = named.map(([name, file]) => {
    const text = textIn(file)
    if (text !== null) return [name, text] as const
    const message = `The address of the queue names a file as its ${name} that cannot be read.`
    throw problem('QUEUE_ADDRESS', 'ARG_ERROR', message)
  })
  return read.length === 0 ? {} : { tls: Object.fromEntries(read) }
}

/** Loads an optional package. By `require`, which takes half as long here as `import`, and no bundler takes it in. */
function peer<Module>(name: string): Module {
  try {
    return createRequire(import.meta.url)(name) as Module
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw cause
    const message = `A queue needs the package ${name}. Install what is missing beside @surety/client: npm install bullmq ioredis.`
    throw problem('QUEUE_PACKAGES', 'PRECONDITION', message)
  }
}

/** Waits until commands are answered. A wrong password is told by an event alone. */
function ready(redis: Redis): Promise<void> {
  return new Promise((resolve, reject) => {
    redis.on('error', reject)
    redis.connect().then(() => resolve(redis.call('PING') as Promise<never>), reject)
  })
}

function within<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })
    timer = setTimeout(() => reject(error), CONNECT_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

async function refuseForgetful(redis: Redis): Promise<void> {
  const sections = [redis.call('INFO', 'persistence'), redis.call('INFO', 'memory')]
  const text = (await Promise.all(sections)).join('\r\n')
  const [, kept] = /^aof_enabled:(.*)$/m.exec(text) ?? []
  const [, policy] = /^maxmemory_policy:(.*)$/m.exec(text) ?? []
  const isKept = kept === '1'
  if (isKept && policy === 'noeviction') return
  const wrong = isKept
    ? `it drops keys when its memory is full (maxmemory-policy ${policy})`
    : 'it has no append-only file, so calls could run twice after a crash'
  const fix = isKept ? 'maxmemory-policy noeviction' : 'appendonly yes'
  const message = `The server of the queue cannot be used: ${wrong}. Set ${fix} in its configuration.`
  throw problem('QUEUE_FORGETS', 'PRECONDITION', message)
}

/** Versions of surety that lay out a batch differently do not share a server. A script, to see that we may use them. */
async function refuseOtherFormat(redis: Redis): Promise<void> {
  const script = `redis.call('SETNX', KEYS[1], '1') return redis.call('GET', KEYS[1])`
  const found = String(await redis.call('EVAL', script, 1, 'surety:format'))
  if (found === '1') return
  const message = `The queue has format ${found}; this version of surety uses format 1. Use the same version everywhere.`
  throw problem('QUEUE_FORMAT', 'PRECONDITION', message)
}

const REPLY =
  /^(?:WRONGPASS|NOAUTH|NOPERM|ERR AUTH|ERR invalid password|LOADING|MASTERDOWN|READONLY)/

/** Says why there is no connection; the text of the cause would name the address. */
function unreachable(address: string, cause: unknown): SuretyError {
  const { code = '', message } = cause as NodeJS.ErrnoException
  const [reply] = REPLY.exec(message) ?? []
  if (reply !== undefined && /AUTH|PASS|PERM|password/.test(reply)) {
    const needed = reply === 'NOPERM' ? '; it needs ~surety:* +@all -@dangerous +info' : ''
    const text = `The server of the queue refused the user or password (${reply})${needed}.`
    return problem('QUEUE_REFUSED', 'PERMISSION_DENIED', text)
  }
  if (/DB index/.test(message))
    return problem('QUEUE_ADDRESS', 'ARG_ERROR', 'The server of the queue has no such database.')
  const isTls = address.startsWith('rediss:')
  const said = `${code} ${message}`
  const isTlsError = /SSL|TLS|CERT|EPROTO|ECONNRESET|closed|ETIMEDOUT|self.signed/i.test(said)
  const hint = !isTlsError
    ? ''
    : !isTls
      ? ' If it speaks TLS, write rediss://.'
      : ' It may not speak TLS, its certificate may not be trusted (rediss://…?ca=FILE), or it wants one of ours (&cert=FILE&key=FILE).'
  const isOther = /RESP type|Protocol error/.test(message)
  const why = code || reply || (isOther ? 'it is no Redis' : 'it closed the connection')
  const text = `The server of the queue does not answer (${why}).${hint}`
  const facts = { phase: 'validation', retryable: true } as const
  return new SuretyError('QUEUE_UNREACHABLE', 'UNAVAILABLE', text, facts)
}

function problem(
  code: string,
  exit: 'ARG_ERROR' | 'PERMISSION_DENIED' | 'PRECONDITION',
  message: string,
): SuretyError {
  return new SuretyError(code, exit, message, { phase: 'validation', retryable: false })
}
