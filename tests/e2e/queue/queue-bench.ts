import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { isHere } from '../processes/programs-here.ts'
import { wordsOf } from '../processes/as-words.ts'
import {
  createBench,
  type Bench,
  type Parsed,
  type SuretyEnd,
  type SuretyOptions,
} from '../processes/workspace.ts'

/** Whether the server and what makes its certificates are there; `.ci/run` installs both. */
export const hasRedis = ['redis-server', 'redis-cli', 'openssl'].every(isHere)

/** A server of the test's own. */
export interface QueueServer {
  readonly address: string
  /** Runs commands on it, as words. */
  cli(...words: readonly string[]): string
  start(): Promise<void>
  kill(): Promise<void>
}

/** The user of a server with TLS may use our keys and no command that is called dangerous but INFO. */
const USER = 'user surety on >open ~surety:* +@all -@dangerous +info'

/** Starts a server on a free port; options are lines of its configuration, `tls` for one with certificates and users. */
export async function startServer(
  folder: string,
  { password = '', tls = '', ...settings }: Readonly<Record<string, string>> = {},
): Promise<QueueServer> {
  const port = await freePort()
  mkdirSync(folder, { recursive: true })
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  if (tls !== '') makeCertificate(key, certificate)
  const place = tls === '' ? { port } : { port: 0, 'tls-port': port, 'tls-auth-clients': 'no' }
  const lines = { appendonly: 'yes', save: '""', dir: folder, ...place, ...settings }
  const files = {
    'tls-key-file': key,
    'tls-cert-file': certificate,
    'tls-ca-cert-file': certificate,
  }
  const access = password === '' ? {} : { requirepass: password }
  const file = join(folder, 'redis.conf')
  const texts = Object.entries({ ...lines, ...access, ...(tls !== '' && files) }).map(
    ([name, value]) => `${name} ${value}`,
  )
  writeFileSync(file, `${[...texts, ...(tls === '' ? [] : [USER])].join('\n')}\n`)
  let child: ChildProcess | undefined
  const cli = (...words: readonly string[]): string => {
    const own = ['--cert', certificate, '--key', key]
    const secure = tls === '' ? [] : ['--tls', '--cacert', certificate, ...own]
    const allowed = password === '' ? [] : ['-a', password]
    const given = ['-p', String(port), ...secure, ...allowed, ...words]
    return spawnSync('redis-cli', given, { encoding: 'utf8' }).stdout.trim()
  }
  const server: QueueServer = {
    address:
      tls === ''
        ? `redis://${password === '' ? '' : `:${password}@`}127.0.0.1:${port}`
        : `rediss://surety:open@127.0.0.1:${port}?ca=${certificate}`,
    cli,
    async start() {
      child = spawn('redis-server', [file], { stdio: 'ignore' })
      await until(() => cli('PING') === 'PONG')
    },
    async kill() {
      const ended = new Promise((resolve) => child!.once('exit', resolve))
      if (child!.kill('SIGKILL')) await ended
    },
  }
  await server.start()
  servers.set(server, folder)
  return server
}

/** Those that were started, and where they keep their files. */
const servers = new Map<QueueServer, string>()

/** Makes a certificate that nobody but its file vouches for. */
function makeCertificate(key: string, file: string): void {
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
  const words = ['req', '-x509', ...kind, ...name, '-keyout', key, '-out', file]
  const { status } = spawnSync('openssl', words)
  if (status !== 0) throw new Error('openssl made no certificate')
}

/** Below the ports that systems give to connections: a server that was killed finds its own free again. */
function freePort(): Promise<number> {
  const port = 15_000 + Math.floor(Math.random() * 15_000)
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(freePort()))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)))
  })
}

/** Waits until something holds; fails after a while. */
export async function until(holds: () => boolean, limitMs = 60_000): Promise<void> {
  for (const start = Date.now(); !holds(); await wait(150))
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
  /** Makes a shell of its own name, so that a test has a queue for itself. */
  shell(name: string): string
  start(argv: readonly string[], options?: SuretyOptions): Started
  /** Starts a worker whose calls are in doubt two seconds after it was killed. */
  worker(...flags: readonly string[]): Started
  /** Starts one that nobody kills: its calls are not in doubt while the machine has no time for it. */
  steadyWorker(...flags: readonly string[]): Started
  /** Lets workers end their calls and waits for them. */
  drain(...workers: readonly Started[]): Promise<readonly SuretyEnd[]>
  /** Runs `surety batch` with words and the queue. */
  batch(...words: readonly string[]): Promise<SuretyEnd>
  /** Asks about a batch or decides in it. All of that is done by one process, which answers with envelopes. */
  ask(command: string, batch: string, more?: object): Promise<Parsed>
  /** Runs a file of calls in that process and gives their lines; `queue: null` runs them on this machine. */
  rows(file: string, more?: object): Promise<readonly Parsed[]>
  /** The lines that calls appended to a file. */
  effects(name: string): readonly string[]
}

/** Makes a bench with a server. */
export async function createQueueBench(): Promise<QueueBench> {
  const bench = await createBench()
  const server = await startServer(join(bench.folder, 'redis'))
  const env = { SURETY_QUEUE: server.address }
  const at = (name: string): string => join(bench.folder, name)
  const ask = ({ queue = 'SURETY_QUEUE', ...call }: Parsed): Promise<Parsed> =>
    bench.answer(wordsOf({ ...call, ...(queue !== null && { queue }) }), { env })
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
    shell(name) {
      copyFileSync(realpathSync('/bin/sh'), at(name))
      return at(name)
    },
    worker: (...flags) => start(['worker', '--lease', '2s', ...flags]),
    steadyWorker: (...flags) => start(['worker', ...flags]),
    drain(...workers) {
      for (const { child } of workers) child.kill('SIGTERM')
      return Promise.all(workers.map(({ end }) => end))
    },
    batch: (...words) => start(['batch', ...words]).end,
    ask: (command, state, more) => ask({ _cmd: `batch.${command}`, state, ...more }),
    async rows(file, more) {
      const { data, meta } = await ask({ _cmd: 'batch.run', file, ...more })
      return data ?? meta.data
    },
    effects(name) {
      try {
        return readFileSync(at(name), 'utf8').split('\n').slice(0, -1)
      } catch {
        // Nothing ran yet.
        return []
      }
    },
    async remove() {
      // A test that failed leaves its own behind.
      const own = [...servers].filter(([, folder]) => folder.startsWith(bench.folder))
      await Promise.all(own.map(([each]) => each.kill()))
      await bench.remove()
    },
  }
}

/** Gives the data of an envelope. */
export const dataOf = ({ envelope }: SuretyEnd): Parsed => envelope.data
