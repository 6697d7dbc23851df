import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Parsed } from '../processes/workspace.ts'
import {
  createQueueBench,
  hasRedis,
  startServer,
  until,
  type QueueBench,
  type QueueServer,
  type Started,
} from './queue-bench.ts'

describe
  .skipIf(!hasRedis)
  .concurrent('a bad day of the queue (needs redis-server, openssl)', { timeout: 120_000 }, () => {
    let bench: QueueBench
    beforeAll(async () => {
      bench = await createQueueBench()
    })
    afterAll(async () => {
      await bench.killAll()
      await bench.remove()
    })

    /** What a process has said on stderr so far. */
    const saidBy = ({ child }: Started): (() => string) => {
      let said = ''
      child.stderr!.on('data', (text: string) => (said += text))
      return () => said
    }

    interface Row {
      readonly day: string
      readonly settings?: Readonly<Record<string, string>>
      /** Lines that the server is told before. */
      readonly cli?: readonly string[]
      readonly at?: (address: string) => string
      readonly code: string
      readonly says: RegExp
    }
    interface Attempt {
      readonly address: string
      readonly envelope: Parsed
      /** What the process said about all of them. */
      readonly stderr: string
    }
    const plus = (end: string) => (address: string) => `${address}${end}`
    const rows: readonly Row[] = [
      {
        day: 'the server is away',
        at: () => 'redis://127.0.0.1:1',
        code: 'QUEUE_UNREACHABLE',
        says: /ECONNREFUSED/,
      },
      {
        day: 'the password is wrong',
        settings: { password: 'right' },
        at: (address) => address.replace('right', 'wrong'),
        code: 'QUEUE_REFUSED',
        says: /WRONGPASS/,
      },
      {
        day: 'the password is missing',
        settings: { password: 'right' },
        at: (address) => address.replace(':right@', ''),
        code: 'QUEUE_REFUSED',
        says: /NOAUTH/,
      },
      {
        day: 'the user may not do what is needed',
        settings: { user: 'poor on >pass ~surety:* +@all -@scripting +info' },
        at: (address) => address.replace('//', '//poor:pass@'),
        code: 'QUEUE_REFUSED',
        says: /NOPERM/,
      },
      {
        day: 'TLS where there is none',
        at: (address) => address.replace('redis:', 'rediss:'),
        code: 'QUEUE_UNREACHABLE',
        says: /TLS/,
      },
      {
        day: 'none where there is TLS',
        settings: { tls: 'yes' },
        at: (address) => address.replace(/rediss(.*)\?.*/, 'redis$1'),
        code: 'QUEUE_UNREACHABLE',
        says: /rediss:/,
      },
      {
        day: 'a certificate that nobody vouches for',
        settings: { tls: 'yes' },
        at: (address) => address.replace(/\?.*/, ''),
        code: 'QUEUE_UNREACHABLE',
        says: /\?ca=FILE/,
      },
      {
        day: 'the server wants a certificate too',
        settings: { tls: 'yes', 'tls-auth-clients': 'yes' },
        code: 'QUEUE_UNREACHABLE',
        says: /&cert=FILE&key=FILE/,
      },
      {
        day: 'a certificate that is not there',
        settings: { tls: 'yes' },
        at: (address) => address.replace(/\?.*/, '?ca=/nowhere.pem'),
        code: 'QUEUE_ADDRESS',
        says: /cannot be read/,
      },
      {
        day: 'snapshots only',
        settings: { appendonly: 'no' },
        code: 'QUEUE_FORGETS',
        says: /appendonly yes/,
      },
      {
        day: 'keys are evicted',
        settings: { 'maxmemory-policy': 'allkeys-lru' },
        code: 'QUEUE_FORGETS',
        says: /noeviction/,
      },
      {
        day: 'another version laid it out',
        cli: ['SET', 'surety:format', '2'],
        code: 'QUEUE_FORMAT',
        says: /same version/,
      },
      { day: 'no address', at: () => 'localhost', code: 'QUEUE_ADDRESS', says: /redis:\/\// },
      {
        day: 'a database that is not there',
        at: plus('/99'),
        code: 'QUEUE_ADDRESS',
        says: /no such/,
      },
      { day: 'a database without a number', at: plus('/x'), code: 'QUEUE_ADDRESS', says: /number/ },
      {
        day: 'an option of the library',
        at: plus('?stringNumbers=1'),
        code: 'QUEUE_ADDRESS',
        says: /ca, cert/,
      },
      {
        day: 'a certificate without TLS',
        at: plus('?ca=/nowhere.pem'),
        code: 'QUEUE_ADDRESS',
        says: /rediss/,
      },
      {
        day: 'a password with a lone percent sign',
        at: (address) => address.replace('//', '//:50%@'),
        code: 'QUEUE_ADDRESS',
        says: /%25/,
      },
    ]

    /** Calls of one process, with a server for each kind of settings. */
    const attempts = async (): Promise<readonly Attempt[]> => {
      const servers = new Map<string, Promise<QueueServer>>()
      const serverOf = ({ settings, cli = ['PING'] }: Row): Promise<QueueServer> => {
        const key = JSON.stringify([settings, cli])
        const folder = join(bench.folder, `day-${servers.size}`)
        const started =
          servers.get(key) ??
          startServer(folder, settings).then((server) => (server.cli(...cli), server))
        servers.set(key, started)
        return started
      }
      const given = await Promise.all(
        rows.map(async (row) => {
          const { address } = await serverOf(row)
          return row.at?.(address) ?? address
        }),
      )
      const env = Object.fromEntries(given.map((address, at) => [`Q${at}`, address]))
      const ended = await Promise.all(
        rows.map((_, at) => bench.surety(['batch', 'status', 'any', '--queue', `Q${at}`], { env })),
      )
      expect(ended[0]!.code).toBe(12)
      await Promise.all([...servers.values()].map(async (server) => (await server).kill()))
      return given.map((address, at) => ({ address, ...ended[at]! }))
    }
    let attempted: ReturnType<typeof attempts> | undefined

    test.each(rows)('$day: a clear error within seconds', async (row) => {
      attempted ??= attempts()
      const { address, envelope, stderr } = (await attempted)[rows.indexOf(row)]!
      expect(JSON.stringify(envelope) + stderr).not.toContain(address)
      expect(envelope.error).toMatchObject({ code: row.code })
      expect(JSON.stringify(envelope.error)).toMatch(row.says)
      expect(envelope.meta.duration_ms).toBeLessThan(20_000)
    })

    test('with TLS on both sides, a user and clocks that differ by hours, a batch runs, and the address is nowhere', async () => {
      const settings = { tls: 'yes', 'tls-auth-clients': 'yes' }
      const server = await startServer(join(bench.folder, 'tls'), settings)
      const own = server.address.replace(
        /ca=(.*)certificate/,
        'ca=$1certificate.pem&cert=$1certificate.pem&key=$1key',
      )
      const shifted = (hours: number) => {
        const script = `const real = Date.now; Date.now = () => real() + ${hours * 3_600_000}`
        const code = encodeURIComponent(script)
        return { SURETY_QUEUE: own, NODE_OPTIONS: `--import=data:text/javascript,${code}` }
      }
      const flags = ['worker', '--tools', 'sh']
      const workers = [-5, 5].map((hours) => bench.start(flags, { env: shifted(hours) }))
      const argv = ['sh', '-c', `env; echo >> '${bench.at('clocks-ran')}'; sleep 0.1`]
      const dozen = Array.from({ length: 12 }, () => ({ argv }))
      const calls = bench.calls('clocks.jsonl', dozen)
      const producer = bench.start(['batch', calls, '--format', 'jsonl'], { env: shifted(1) })
      const seen = [...workers, producer].map(({ child }) =>
        readFileSync(`/proc/${child.pid}/cmdline`, 'utf8'),
      )
      const end = await producer.end
      expect(end.lines.map(({ ok }) => ok as boolean)).toEqual(Array(12).fill(true))
      expect(bench.effects('clocks-ran')).toHaveLength(12)
      const left = await bench.drain(...workers)
      await server.kill()
      const journal = join(bench.state, 'journal')
      const kept = readdirSync(journal).map((name) => readFileSync(join(journal, name), 'utf8'))
      const said = [end, ...left].flatMap(({ stdout, stderr }) => [stdout, stderr])
      const texts = [...seen, ...kept, ...said].join()
      expect(texts).not.toContain('surety:open@')
      expect(texts).not.toContain(server.address)
      expect(texts).not.toContain('key.pem')
    })

    test('the server goes away in the middle: it waits and says so, and nothing is lost', async () => {
      const server = await startServer(join(bench.folder, 'away'))
      const env = { SURETY_QUEUE: server.address }
      const worker = bench.start(['worker', '--tools', 'sh'], { env })
      const ran = bench.at('away-ran')
      const argv = ['sh', '-c', `echo >> '${ran}'; sleep 1; echo done; echo >> '${ran}'`]
      const calls = bench.calls('away.jsonl', [{ argv }, { argv }])
      const producer = bench.start(['batch', calls, '--format', 'jsonl'], { env })
      const said = [worker, producer].map(saidBy)
      await until(() => bench.effects('away-ran').length === 2)
      await server.kill()
      // Both calls end while it is away.
      await until(() => bench.effects('away-ran').length === 4)
      await until(() =>
        said.every((text) => text().includes('The server of the queue does not answer; waiting')),
      )
      await server.start()
      const { lines, stderr } = await producer.end
      expect(lines).toMatchObject([{ data: { stdout: 'done\n' } }, { data: { stdout: 'done\n' } }])
      expect(stderr).toMatch(
        /The server of the queue does not answer; waiting for it[^]*The queue is back/,
      )
      const [left] = await bench.drain(worker)
      expect(left!.stderr).toContain('The server of the queue does not answer; waiting')
      expect(bench.effects('away-ran')).toHaveLength(4)
      await server.kill()
    })

    test('the server is gone for good: one signal ends an idle worker, the second a busy one', async () => {
      const server = await startServer(join(bench.folder, 'gone'))
      const env = { SURETY_QUEUE: server.address }
      const [busy, idle] = [
        bench.start(['worker', '--tools', 'sh'], { env }),
        bench.start(['worker', '--tools', 'cat'], { env }),
      ]
      const argv = ['sh', '-c', `echo >> '${bench.at('gone-ran')}'; sleep 60`]
      const calls = bench.calls('gone.jsonl', [{ argv }])
      await bench.start(['batch', calls, '--detach'], { env }).end
      await until(() => bench.effects('gone-ran').length === 1)
      const said = saidBy(busy)
      await server.kill()
      await until(() => said().includes('does not answer; waiting'))
      for (const { child } of [busy, idle]) child.kill('SIGTERM')
      expect((await idle.end).code).toBe(0)
      await until(() => said().includes('Ending'))
      expect(busy.child.exitCode).toBeNull()
      busy.child.kill('SIGTERM')
      const { code, envelope } = await busy.end
      expect(code).toBe(12)
      expect(envelope.error).toMatchObject({ code: 'QUEUE_UNREACHABLE' })
      expect(envelope.error.message).toContain('in doubt')
    })

    test('nobody works: it waits and says so; the server loses all: it stops', async () => {
      const server = await startServer(join(bench.folder, 'flushed'))
      const calls = bench.calls('alone.jsonl', [{ argv: ['true'] }])
      const producer = bench.start(['batch', calls], { env: { SURETY_QUEUE: server.address } })
      const said = saidBy(producer)
      await until(() => said().includes('No worker is connected'))
      server.cli('FLUSHALL')
      expect((await producer.end).envelope.error).toMatchObject({ code: 'QUEUE_WENT_BACK' })
      await server.kill()
    })

    test('a worker stops when the server came back without marks that it had given', async () => {
      const worker = bench.worker('--tools', '*')
      await bench.rows(bench.calls('before.jsonl', [{ argv: ['true'] }, { argv: ['true'] }]))
      bench.server.cli('SET', 'surety:1:marked', '0')
      const ran = bench.at('ran-after')
      const calls = bench.calls('after.jsonl', [{ argv: ['sh', '-c', `echo >> '${ran}'`] }])
      await bench.rows(calls, { batch: 'after', detach: true })
      const { envelope } = await worker.end
      expect(envelope.error).toMatchObject({ code: 'QUEUE_WENT_BACK' })
      expect(existsSync(ran)).toBe(false)
      expect((await bench.ask('status', 'after')).data).toMatchObject({ in_doubt: 1 })
    })

    test('its packages are missing: a hint, and on one machine nobody asks for them', async () => {
      const script = `import Module from 'node:module'
      const find = Module._resolveFilename
      Module._resolveFilename = (name, ...rest) =>
        find(/^(bullmq|ioredis|@opentelemetry)\\b/.test(name) ? 'surety-missing' : name, ...rest)`
      const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` }
      const calls = bench.calls('missing.jsonl', [{ argv: ['true'] }])
      const [here, queued] = await Promise.all([
        bench.surety(['batch', calls, '--state', bench.at('missing.state')], { env }),
        bench.start(['batch', calls], { env }).end,
      ])
      expect(here.code).toBe(0)
      expect(queued.envelope.error).toMatchObject({ code: 'QUEUE_PACKAGES' })
      expect(queued.envelope.error.message).toContain('npm install bullmq ioredis')
    })

    test('a worker that was held before the start does not start what was run again', async () => {
      const server = await startServer(join(bench.folder, 'held'))
      const env = { SURETY_QUEUE: server.address }
      // Held as soon as the mark is sent.
      const hold = `import net from 'node:net'
      const { write } = net.Socket.prototype
      net.Socket.prototype.write = function (chunk, ...rest) {
        const isFull = write.call(this, chunk, ...rest)
        if (String(chunk).includes("'INCR', 'surety:1:marked'")) process.kill(process.pid, 'SIGSTOP')
        return isFull
      }`
      const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hold)}`
      const flags = ['worker', '--tools', 'sh', '--lease', '1s']
      const held = bench.start(flags, { env: { ...env, NODE_OPTIONS } })
      const argv = ['sh', '-c', `echo >> '${bench.at('held-ran')}'`]
      const calls = bench.calls('held.jsonl', [{ id: 'h', argv }])
      await bench.start(['batch', calls, '--batch', 'held', '--detach'], { env }).end
      await until(() => server.cli('HLEN', 'surety:1:batch:held:marks') === '1')
      await until(() => server.cli('--scan', '--pattern', 'surety:1:worker:*') === '')
      const other = bench.start(['worker', '--tools', 'sh'], { env })
      const rerun = await bench.start(['batch', 'rerun', 'held', 'h'], { env }).end
      expect(rerun.envelope).toMatchObject({ ok: true })
      held.child.kill('SIGCONT')
      await bench.drain(held, other)
      expect(bench.effects('held-ran')).toHaveLength(1)
      await server.kill()
    })
  })
