import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import {
  createBench,
  type Bench,
  type Parsed,
  type SuretyEnd,
  type SuretyOptions,
} from '../processes/workspace.ts'

/** Whether Debian's package is there; `.ci/run` installs it. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

/** A server of the test's own. */
export interface QueueServer {
  readonly address: string
  /** Runs commands on it, as words. */
  cli(...words: readonly string[]): string
  start(): Promise<void>
  kill(): Promise<void>
}

/** Starts a server on a free port; options are lines of its configuration. */
export async function startServer(
  folder: string,
  { password = '', ...settings }: Readonly<Record<string, string>> = {},
): Promise<QueueServer> {
  const port = await freePort()
  mkdirSync(folder, { recursive: true })
  const lines = { appendonly: 'yes', save: '""', dir: folder, port: String(port), ...settings }
  const access = password === '' ? {} : { requirepass: password }
  const file = join(folder, 'redis.conf')
  const texts = Object.entries({ ...lines, ...access }).map(([name, value]) => `${name} ${value}`)
  writeFileSync(file, `${texts.join('\n')}\n`)
  let child: ChildProcess | undefined
  const cli = (...words: readonly string[]): string => {
    const given = ['-p', String(port), ...(password === '' ? [] : ['-a', password]), ...words]
    return spawnSync('redis-cli', given, { encoding: 'utf8' }).stdout.trim()
  }
  const server: QueueServer = {
    address: `redis://${password === '' ? '' : `:${password}@`}127.0.0.1:${port}`,
    cli,
    async start() {
      child = spawn('redis-server', [file], { stdio: 'ignore' })
      await until(() => cli('PING') === 'PONG')
    },
    async kill() {
      const ended = new Promise((resolve) => child!.once('exit', resolve))
      child!.kill('SIGKILL')
      await ended
    },
  }
  await server.start()
  return server
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

/** Waits until something holds; fails after a while. */
export async function until(holds: () => boolean, limitMs = 60_000): Promise<void> {
  for (const start = Date.now(); !holds(); await wait(50))
    if (Date.now() - start > limitMs) throw new Error(`not within ${limitMs} ms: ${String(holds)}`)
}

/** A program that runs until it is told to end. */
export interface Started {
  readonly child: ChildProcess
  readonly end: Promise<SuretyEnd>
}

/** A place with a queue: the binary finds its address in a variable. */
export interface QueueBench extends Bench {
  readonly server: QueueServer
  at(name: string): string
  /** Writes a file of calls. */
  calls(name: string, calls: readonly object[]): string
  start(argv: readonly string[], options?: SuretyOptions): Started
  worker(...flags: readonly string[]): Started
  /** Runs `surety batch` with words and the queue. */
  batch(...words: readonly string[]): Promise<SuretyEnd>
  /** The lines that calls appended to a file. */
  effects(name: string): readonly string[]
}

/** Makes a bench with a server. */
export async function createQueueBench(): Promise<QueueBench> {
  const bench = await createBench()
  const server = await startServer(join(bench.folder, 'redis'))
  const env = { SURETY_QUEUE: server.address }
  const at = (name: string): string => join(bench.folder, name)
  const start = (argv: readonly string[], options: SuretyOptions = {}): Started => {
    let child: ChildProcess | undefined
    const end = bench.surety([...argv, '--queue', 'SURETY_QUEUE'], {
      ...options,
      env: { ...env, ...options.env },
      onStart: (started) => (child = started),
    })
    return { child: child!, end }
  }
  return {
    ...bench,
    server,
    at,
    start,
    calls(name, calls) {
      writeFileSync(at(name), calls.map((call) => `${JSON.stringify(call)}\n`).join(''))
      return at(name)
    },
    worker: (...flags) => start(['worker', '--tools', '*', ...flags]),
    batch: (...words) => start(['batch', ...words]).end,
    effects(name) {
      try {
        return readFileSync(at(name), 'utf8').split('\n').slice(0, -1)
      } catch {
        // Nothing ran yet.
        return []
      }
    },
    async remove() {
      await server.kill()
      await bench.remove()
    },
  }
}

/** Gives the data of an envelope. */
export const dataOf = ({ envelope }: SuretyEnd): Parsed => envelope.data
