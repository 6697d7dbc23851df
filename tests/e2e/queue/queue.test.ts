import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { killEveryone } from './kills.ts'
import {
  createQueueBench,
  dataOf,
  hasRedis,
  startServer,
  until,
  type QueueBench,
  type Started,
} from './queue-bench.ts'

describe.skipIf(!hasRedis)('a batch on a queue', () => {
  let bench: QueueBench
  let worker: Started
  beforeAll(async () => {
    bench = await createQueueBench()
    worker = bench.start(['worker', ...['sh', 'cat', 'echo'].flatMap((name) => ['--tools', name])])
  })
  afterAll(async () => {
    worker.child.kill('SIGTERM')
    expect((await worker.end).code).toBe(0)
    await bench.killAll()
    await bench.remove()
  })

  const sh = (id: string, script: string, more: object = {}) => ({
    id,
    argv: ['sh', '-c', script],
    ...more,
  })
  const noted = (id: string) => sh(id, `echo ${id} >> '${bench.at('noted')}'; echo ${id}`)

  test('answers as a batch on one machine does, and once', async () => {
    const calls = bench.calls('a.jsonl', [noted('a1'), noted('a2'), sh('a3', 'exit 3')])
    const [one, other] = await Promise.all([
      bench.batch(calls, '--output', 'jsonl'),
      bench.batch(calls, '--output', 'jsonl'),
    ])
    for (const { lines, code } of [one, other]) {
      expect(code).toBe(2)
      expect(lines).toMatchObject([
        { index: 0, id: 'a1', ok: true, data: { stdout: 'a1\n' } },
        { index: 1, id: 'a2', ok: true },
        { index: 2, id: 'a3', ok: false, exit_code: 3 },
      ])
    }
    const here = await bench.surety(['batch', calls, '--output', 'jsonl'])
    expect(Object.keys(one.lines[0])).toEqual(Object.keys(here.lines[0]))
    const again = await bench.batch(calls, '--output', 'jsonl')
    expect(again.lines.map(({ resumed }) => resumed as boolean)).toEqual([true, true, true])
    expect(bench.effects('noted').filter((id) => id === 'a1')).toHaveLength(2)
  })

  test('can be left and found again', async () => {
    const calls = bench.calls('left.jsonl', [noted('l1'), sh('l2', 'exit 1')])
    const left = await bench.batch(calls, '--batch', 'left', '--detach')
    expect(left.code).toBe(0)
    await until(() => bench.server.cli('HLEN', 'surety:1:batch:left:sealed') === '2')
    const { lines } = await bench.batch('results', 'left', '--output', 'jsonl')
    expect(lines.map(({ id, ok }) => [id, ok] as const)).toEqual([
      ['l1', true],
      ['l2', false],
    ])
    expect(dataOf(await bench.batch('status', 'left'))).toMatchObject({
      total: 2,
      succeeded: 1,
      failed: 1,
      waiting: 0,
      workers: [{ concurrency: 4 }],
    })
    const rerun = await bench.batch('rerun', 'left', 'l2')
    expect(rerun.envelope.error).toMatchObject({ code: 'CALLS_FAILED' })
    expect(dataOf(await bench.batch('status', 'left'))).toMatchObject({ failed: 1 })
  })

  test('a megabyte of answers arrives whole, and standard input too', async () => {
    const stdin = 'x'.repeat(1_000_000)
    const calls = bench.calls('large.jsonl', [{ id: 'large', argv: ['cat'], stdin }])
    const { lines } = await bench.batch(calls, '--output', 'jsonl')
    expect(lines[0].data.stdout).toBe(stdin)
  })

  test('secrets travel by name, and the address is nowhere', async () => {
    const calls = bench.calls('secret.jsonl', [
      { id: 's1', argv: ['sh', '-c', 'echo $API_TOKEN'], env: { API_TOKEN: 'hunter2hunter2' } },
      { id: 's2', argv: ['sh', 'x', '--password', 'hunter2hunter2'] },
      { id: 's3', argv: ['sh', '-c', 'true'], env_from: ['NOT_SET_ANYWHERE'] },
      sh('s4', 'env'),
    ])
    const { lines, stdout, stderr } = await bench.batch(calls, '--output', 'jsonl')
    expect(lines.map(({ error }) => (error?.code ?? null) as string | null)).toEqual([
      'INVOCATION_INVALID',
      'INVOCATION_INVALID',
      'INVOCATION_INVALID',
      null,
    ])
    expect(lines[0].error.message).toContain('"env_from": ["API_TOKEN"]')
    expect(lines[2].error.message).toContain('NOT_SET_ANYWHERE')
    const journal = join(bench.state, 'journal')
    const kept = readdirSync(journal).map((name) => readFileSync(join(journal, name), 'utf8'))
    const texts = [stdout, stderr, ...kept].join('\n')
    expect(texts).not.toContain(bench.server.address)
    const dump = readFileSync(join(bench.folder, 'redis/appendonlydir/appendonly.aof.1.incr.aof'))
    expect(dump.includes('hunter2hunter2')).toBe(false)
  })

  test('a call whose worker was killed is listed and settled, never repeated by itself', async () => {
    const begun = bench.at('begun')
    const other = bench.start(['worker', '--tools', 'bash', '--drain', '1s'])
    const argv = ['bash', '-c', `echo >> '${begun}'; sleep 60`]
    const calls = bench.calls('doubt.jsonl', [{ id: 'd1', argv }])
    const producer = bench.batch(calls, '--batch', 'doubt', '--output', 'jsonl')
    await until(() => existsSync(begun))
    other.child.kill('SIGKILL')
    const next = bench.start(['worker', '--tools', 'bash'])
    const { lines, code } = await producer
    expect(code).toBe(2)
    expect(lines).toMatchObject([{ id: 'd1', ok: false, error: { code: 'CALL_IN_DOUBT' } }])
    const doubts = await bench.batch('doubts', 'doubt')
    expect(doubts.envelope.data).toMatchObject([
      { id: 'd1', argv, worker: { pid: other.child.pid } },
    ])
    const settled = await bench.batch('settle', 'doubt', 'd1', '--as', 'done', '--data', '{"n":1}')
    expect(dataOf(settled)).toMatchObject({ ok: true, settled: true })
    const again = await bench.batch(calls, '--batch', 'doubt', '--output', 'jsonl')
    expect(again.lines).toMatchObject([{ ok: true, data: { n: 1 }, resumed: true, settled: true }])
    expect(bench.effects('begun')).toHaveLength(1)
    next.child.kill('SIGTERM')
    await next.end
  })

  test('a call that is harmless to repeat is repeated when its worker was killed', async () => {
    const begun = bench.at('harmless')
    const argv = [
      'dash',
      '-c',
      `echo >> '${begun}'; if [ $(wc -l < '${begun}') = 1 ]; then sleep 60; fi`,
    ]
    const calls = bench.calls('harmless.jsonl', [{ id: 'h1', argv, safety: 'idempotent' }])
    const first = bench.start(['worker', '--tools', 'dash'])
    const producer = bench.batch(calls, '--output', 'jsonl')
    await until(() => existsSync(begun))
    first.child.kill('SIGKILL')
    const next = bench.start(['worker', '--tools', 'dash'])
    expect((await producer).lines).toMatchObject([{ id: 'h1', ok: true }])
    expect(bench.effects('harmless')).toHaveLength(2)
    next.child.kill('SIGTERM')
    await next.end
  })

  test('a worker runs the files that it was told, and drains', async () => {
    const own = bench.at('own')
    writeFileSync(own, '#!/bin/sh\necho >> "$1"; sleep 1; echo own\n', { mode: 0o755 })
    const calls = bench.calls('own.jsonl', [
      { id: 'o1', argv: [own, bench.at('own-ran')] },
      { id: 'o2', argv: ['/bin/echo', 'not allowed'] },
    ])
    const picky = bench.start(['worker', '--tools', own, '--tools', 'printf', '--concurrency', '1'])
    const fake = bench.calls('fake.jsonl', [{ id: 'f1', argv: ['/nowhere/own'] }])
    const producer = bench.start(['batch', calls, '--batch', 'own', '--output', 'jsonl'])
    await until(() => existsSync(bench.at('own-ran')))
    picky.child.kill('SIGTERM')
    const { code, envelope } = await picky.end
    expect(code).toBe(0)
    expect(envelope.data).toMatchObject({ total: 1, succeeded: 1 })
    await until(() => bench.server.cli('HLEN', 'surety:1:batch:own:sealed') === '2')
    const { lines } = await producer.end
    expect(lines).toMatchObject([{ id: 'o1', ok: true }, { id: 'o2' }])
    const strict = bench.start(['worker', '--tools', own])
    const refused = await bench.batch(fake, '--batch', 'fake', '--output', 'jsonl')
    expect(refused.lines).toMatchObject([{ ok: false, error: { code: 'TOOL_NOT_ALLOWED' } }])
    strict.child.kill('SIGTERM')
    await strict.end
  })

  test('limits and rates hold for all workers together', async () => {
    const log = bench.at('limited')
    const limits = ['--limit', 'bash=1', '--rate', 'dash=2/s']
    const flags = ['worker', '--tools', 'bash', '--tools', 'dash', ...limits]
    const workers = [bench.start(flags), bench.start(flags)]
    const alone = `echo in >> '${log}'; sleep 0.2; echo out >> '${log}'`
    const calls = bench.calls('limited.jsonl', [
      ...[1, 2, 3, 4, 5].map((n) => ({ id: `b${n}`, argv: ['bash', '-c', alone] })),
      ...[1, 2, 3, 4, 5].map((n) => ({ id: `r${n}`, argv: ['dash', '-c', 'date +%s%N'] })),
    ])
    const { lines, code } = await bench.batch(calls, '--output', 'jsonl')
    expect(code).toBe(0)
    expect(bench.effects('limited')).toEqual([1, 2, 3, 4, 5].flatMap(() => ['in', 'out']))
    const times = lines.slice(5).map(({ data }) => Number(data.stdout) / 1e6)
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(1500)
    for (const { child } of workers) child.kill('SIGTERM')
    await Promise.all(workers.map(({ end }) => end))
  })

  test('a cancelled batch ends what runs and starts no more', async () => {
    const begun = bench.at('cancelled')
    const script = `echo >> '${begun}'; sleep 60`
    const calls = bench.calls(
      'cancel.jsonl',
      Array.from({ length: 9 }, (_, n) => sh(`x${n}`, script)),
    )
    const producer = bench.batch(calls, '--batch', 'cancel', '--output', 'jsonl', '--unordered')
    await until(() => bench.effects('cancelled').length === 4)
    expect((await bench.batch('cancel', 'cancel')).code).toBe(0)
    const { lines } = await producer
    const codes = lines.map(({ error }) => error.code as string).toSorted()
    expect(codes).toHaveLength(9)
    expect(new Set(codes)).toEqual(new Set(['BATCH_CANCELLED', 'CALL_IN_DOUBT']))
    expect(bench.effects('cancelled')).toHaveLength(4)
    const rerun = await bench.batch('rerun', 'cancel', 'x0')
    expect(rerun.envelope.error.code).toBe('BATCH_CANCELLED')
  })
})

describe.skipIf(!hasRedis)('a bad day of the queue', () => {
  let bench: QueueBench
  beforeAll(async () => {
    bench = await createQueueBench()
  })
  afterAll(() => bench.remove())

  const attempt = async (address: string) => {
    const calls = bench.calls('bad.jsonl', [{ argv: ['true'] }])
    const startedAt = Date.now()
    const end = await bench.surety(['batch', calls, '--queue', 'Q'], { env: { Q: address } })
    expect(`${end.stdout}${end.stderr}`).not.toContain(address)
    return { error: end.envelope.error, ms: Date.now() - startedAt }
  }

  test.each<
    [string, Readonly<Record<string, string>>, (address: string) => string, string, RegExp]
  >([
    ['the server is away', {}, () => 'redis://127.0.0.1:1', 'QUEUE_UNREACHABLE', /ECONNREFUSED/],
    [
      'the password is wrong',
      { password: 'right' },
      (at) => at.replace('right', 'wrong'),
      'QUEUE_REFUSED',
      /WRONGPASS/,
    ],
    [
      'the password is missing',
      { password: 'right' },
      (at) => at.replace(':right@', ''),
      'QUEUE_REFUSED',
      /NOAUTH/,
    ],
    [
      'TLS where there is none',
      {},
      (at) => at.replace('redis:', 'rediss:'),
      'QUEUE_UNREACHABLE',
      /TLS/,
    ],
    ['snapshots only', { appendonly: 'no' }, (at) => at, 'QUEUE_FORGETS', /appendonly yes/],
    [
      'keys are evicted',
      { 'maxmemory-policy': 'allkeys-lru' },
      (at) => at,
      'QUEUE_FORGETS',
      /noeviction/,
    ],
    ['no address', {}, () => 'localhost', 'QUEUE_ADDRESS', /redis:\/\//],
  ])('%s: a clear error within seconds', async (name, settings, toAddress, code, text) => {
    const server = await startServer(join(bench.folder, name.replaceAll(' ', '-')), settings)
    const { error, ms } = await attempt(toAddress(server.address))
    await server.kill()
    expect(error).toMatchObject({ code })
    expect(JSON.stringify(error)).toMatch(text)
    expect(ms).toBeLessThan(20_000)
  })

  test('another version of surety laid it out', async () => {
    const server = await startServer(join(bench.folder, 'format'))
    server.cli('SET', 'surety:format', '2')
    expect((await attempt(server.address)).error).toMatchObject({ code: 'QUEUE_FORMAT' })
    await server.kill()
  })

  test('nobody works: it waits and says so; the server loses all: it stops', async () => {
    const calls = bench.calls('alone.jsonl', [{ argv: ['true'] }])
    let stderr = ''
    const { child, end } = bench.start(['batch', calls])
    child.stderr!.on('data', (text: string) => (stderr += text))
    await until(() => stderr.includes('No worker is connected'))
    bench.server.cli('FLUSHALL')
    expect((await end).envelope.error).toMatchObject({ code: 'QUEUE_WENT_BACK' })
  })

  test('a worker stops when the server came back without marks that it had given', async () => {
    const worker = bench.worker()
    await bench.batch(bench.calls('before.jsonl', [{ argv: ['true'] }, { argv: ['true'] }]))
    bench.server.cli('SET', 'surety:1:marked', '0')
    const ran = bench.at('ran-after')
    const calls = bench.calls('after.jsonl', [{ argv: ['sh', '-c', `echo >> '${ran}'`] }])
    await bench.batch(calls, '--batch', 'after', '--detach')
    const { envelope } = await worker.end
    expect(envelope.error).toMatchObject({ code: 'QUEUE_WENT_BACK' })
    expect(existsSync(ran)).toBe(false)
    expect(dataOf(await bench.batch('status', 'after'))).toMatchObject({ in_doubt: 1 })
  })
})

test.skipIf(!hasRedis)(
  'under kills of workers, producer and server: none twice, none missing, every doubt explained',
  async () => {
    const found = await killEveryone({ calls: 200, workers: 4, producer: 1, server: 2, held: 8000 })
    expect(found.effects).toBeLessThanOrEqual(200)
  },
  180_000,
)
