import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Parsed } from '../processes/workspace.ts'
import { createQueueBench, hasRedis, startServer, until, type QueueBench } from './queue-bench.ts'

describe.skipIf(!hasRedis).concurrent('what a queue may cause', { timeout: 120_000 }, () => {
  let bench: QueueBench
  beforeAll(async () => {
    bench = await createQueueBench()
  })
  afterAll(async () => {
    await bench.killAll()
    await bench.remove()
  })

  const hook = (code: string) => `--import=data:text/javascript,${encodeURIComponent(code)}`
  const keyOf = (batch: string) => bench.server.cli('HKEYS', `surety:1:batch:${batch}:calls`)
  const warningsOf = async (batch: string): Promise<string> =>
    ((await bench.ask('status', batch)).warnings as string[]).join('\n')

  test('a variable of a line is refused where it is sent and where it would run', async () => {
    const shell = bench.shell('vars')
    const ran = bench.at('vars-ran')
    const argv = [shell, '-c', `echo "$NODE_OPTIONS$LD_PRELOAD$ANY" >> '${ran}'`]
    const bad = { NODE_OPTIONS: '--import=/tmp/x.mjs', LD_PRELOAD: '/tmp/x.so', ANY: 'x' }
    const calls = Object.entries(bad).map(([name, text]) => ({
      id: name,
      argv,
      env: { [name]: text },
    }))
    const rows = await bench.rows(bench.calls('vars.jsonl', calls), { batch: 'vars' })
    expect(rows.map(({ error }) => error.code as string)).toEqual(
      Array(3).fill('INVOCATION_INVALID'),
    )
    expect(rows[0].error.message).toContain('--allow-env NODE_OPTIONS')
    // A producer of one's own asks nobody.
    const file = bench.calls('forged.jsonl', [{ id: 'f', argv, env: { TZ: 'UTC' } }])
    await bench.rows(file, { batch: 'forged', detach: true })
    const key = keyOf('forged')
    const place = 'surety:1:batch:forged:calls'
    const sent = bench.server.cli('HGET', place, key)
    const trace = { NODE_OPTIONS: '--import=/tmp/x.mjs' }
    const forged = { ...JSON.parse(sent.replace('"TZ":"UTC"', '"NODE_OPTIONS":"x"')), trace }
    bench.server.cli('HSET', place, key, JSON.stringify(forged))
    const worker = bench.steadyWorker('--tools', shell)
    await until(() => bench.server.cli('HLEN', 'surety:1:batch:forged:unfit') !== '0')
    expect(await warningsOf('forged')).toMatch(
      /1 call waits for a worker: its env sets NODE_OPTIONS; .* --allow-env NODE_OPTIONS/,
    )
    bench.server.cli('HSET', place, key, JSON.stringify({ ...JSON.parse(sent), trace }))
    await until(() => bench.effects('vars-ran').length === 1)
    expect(bench.effects('vars-ran')).toEqual([''])
    await bench.drain(worker)
  })

  test('a tool gets the usual variables and those that its line names, if the worker allows them', async () => {
    const shell = bench.shell('given')
    const env = { HUSH: 'not-yours', WANTED: 'yours', NODE_OPTIONS: '--no-deprecation' }
    const flags = ['worker', '--tools', shell, '--allow-env', 'WANTED', '--allow-env', 'MODE_*']
    const worker = bench.start(flags, { env })
    const calls = bench.calls('given.jsonl', [
      { id: 'none', argv: [shell, '-c', 'env'] },
      { id: 'named', argv: [shell, '-c', 'env'], env_from: ['WANTED'], env: { MODE_A: 'b' } },
      { id: 'refused', argv: [shell, '-c', 'env'], env_from: ['HUSH'] },
    ])
    const flag = { batch: 'given', 'allow-env': ['MODE_*'], detach: true }
    await bench.rows(calls, flag)
    await until(() => bench.server.cli('HLEN', 'surety:1:batch:given:sealed') === '2')
    const { data } = await bench.ask('results', 'given')
    const printed = (data as Parsed[]).map((row) => row.data.stdout as string)
    expect(printed[0]).toMatch(/^PATH=/m)
    expect(printed.join()).not.toMatch(/not-yours|NODE_OPTIONS|SURETY_QUEUE/)
    expect(printed[0]).not.toContain('WANTED')
    expect(printed[1]).toMatch(/^WANTED=yours$/m)
    expect(printed[1]).toMatch(/^MODE_A=b$/m)
    expect(await warningsOf('given')).toContain('it asks for HUSH')
    await bench.drain(worker)
  })

  test('calls wait for a worker that may run them, and status says when nobody can', async () => {
    const [one, other] = ['one', 'other'].map((name) => {
      mkdirSync(bench.at(name))
      copyFileSync(realpathSync('/bin/sh'), join(bench.at(name), 'mixed'))
      return join(bench.at(name), 'mixed')
    }) as [string, string]
    const script = (id: string) => `echo ${id} >> '${bench.at('mixed-ran')}'`
    const ids = Array.from({ length: 60 }, (_, at) => `m${at}`)
    const calls = bench.calls(
      'mixed.jsonl',
      ids.map((id, at) => ({ id, argv: [at % 2 === 0 ? one : other, '-c', script(id)] })),
    )
    // One has another file of that name, one has no such program.
    const first = bench.steadyWorker('--tools', one, '--concurrency', '2')
    const lacking = bench.start(['worker', '--tools', 'mixed'], { env: { PATH: '/nowhere' } })
    const producer = bench.start(['batch', calls, '--batch', 'mixed', '--output', 'jsonl'])
    await until(() => bench.effects('mixed-ran').length === 30)
    // Both workers have met all of them.
    let warned = ''
    for (let at = 0; at < 300 && !warned.includes('30 calls'); at += 1) {
      await wait(100)
      warned = await warningsOf('mixed')
    }
    expect((await bench.ask('status', 'mixed')).data).toMatchObject({ waiting: 30, failed: 0 })
    expect(warned).toMatch(/30 calls wait for a worker: the worker on .* may not/)
    const second = bench.steadyWorker('--tools', other)
    const { lines, stderr } = await producer.end
    expect(lines.map(({ ok }) => ok as boolean)).toEqual(ids.map(() => true))
    expect(bench.effects('mixed-ran').toSorted()).toEqual(ids.toSorted())
    expect(stderr).toContain('30 calls wait for a worker')
    await bench.drain(first, second, lacking)
  })

  test('delete after cancel leaves nothing of the batch, and the next one of that name runs', async () => {
    const shell = bench.shell('removed')
    const argv = [shell, '-c', `echo >> '${bench.at('removed-ran')}'`]
    const many = Array.from({ length: 3000 }, (_, at) => ({ id: `d${at}`, argv }))
    const calls = bench.calls('removed.jsonl', many)
    await bench.rows(calls, { batch: 'removed', detach: true })
    await bench.ask('cancel', 'removed')
    const confirm = { _opts: { 'confirm-destructive': true } }
    expect((await bench.ask('delete', 'removed', confirm)).ok).toBe(true)
    expect(bench.server.cli('--scan', '--pattern', '*removed/*')).toBe('')
    expect(bench.server.cli('--scan', '--pattern', 'surety:1:batch:removed:*')).toBe('')
    expect(bench.server.cli('LLEN', 'surety:1:engine:removed:wait')).toBe('0')
    const worker = bench.steadyWorker('--tools', shell)
    const again = bench.calls('again.jsonl', many.slice(0, 20))
    const rows = await bench.rows(again, { batch: 'removed' })
    expect(rows.map(({ ok }) => ok as boolean)).toEqual(Array(20).fill(true))
    expect(bench.effects('removed-ran')).toHaveLength(20)
    await bench.drain(worker)
  })

  test('memory that is full at the mark holds the call, which then runs once', async () => {
    const server = await startServer(join(bench.folder, 'full'))
    const port = new URL(server.address).port
    // It fills up right before the mark is sent.
    const fill = `import net from 'node:net'
      import { spawnSync } from 'node:child_process'
      const { write } = net.Socket.prototype
      let isFull = false
      net.Socket.prototype.write = function (chunk, ...rest) {
        if (!isFull && String(chunk).includes("'INCR', KEYS[4]")) {
          isFull = true
          spawnSync('redis-cli', ['-p', '${port}', 'CONFIG', 'SET', 'maxmemory', '1'])
        }
        return write.call(this, chunk, ...rest)
      }`
    const env = { SURETY_QUEUE: server.address }
    const flags = ['worker', '--tools', 'sh', '--lease', '30s']
    const worker = bench.start(flags, { env: { ...env, NODE_OPTIONS: hook(fill) } })
    const argv = ['sh', '-c', `echo >> '${bench.at('full-ran')}'; echo done`]
    const calls = bench.calls('full.jsonl', [{ id: 'f', argv }])
    const producer = bench.start(['batch', calls, '--batch', 'full', '--output', 'jsonl'], { env })
    await until(() => server.cli('CONFIG', 'GET', 'maxmemory').endsWith('1'))
    await wait(2500)
    expect(bench.effects('full-ran')).toEqual([])
    server.cli('CONFIG', 'SET', 'maxmemory', '0')
    expect((await producer.end).lines).toMatchObject([{ ok: true, data: { stdout: 'done\n' } }])
    expect(bench.effects('full-ran')).toHaveLength(1)
    await bench.drain(worker)
    await server.kill()
  })

  test('with a key, secrets lie on the server encrypted, and only who has it reads or runs them', async () => {
    const server = await startServer(join(bench.folder, 'sealed'))
    const secret = `hunter2${randomBytes(8).toString('hex')}`
    const token = `ghp_${randomBytes(27).toString('base64url').replaceAll(/[-_]/g, 'x')}`
    const env = {
      SURETY_QUEUE: server.address,
      QUEUE_KEY: randomBytes(32).toString('base64'),
      OTHER_KEY: randomBytes(32).toString('base64'),
    }
    const key = ['--key-from', 'QUEUE_KEY']
    const calls = bench.calls('sealed.jsonl', [
      { id: 'url', argv: ['sh', '-c', 'echo "$1"', 'x', `https://me:${secret}@example.org/`] },
      { id: 'in', argv: ['cat'], stdin: `password=${secret}\n` },
      { id: 'out', argv: ['sh', '-c', `echo ${token.slice(0, 9)}$(printf ${token.slice(9)})`] },
      { id: 'env', argv: ['sh', '-c', 'echo $API_TOKEN'], env: { API_TOKEN: secret } },
    ])
    const words = ['batch', calls, '--batch', 'sealed', '--allow-env', 'API_TOKEN']
    const given = ['--tools', 'sh', '--tools', 'cat', '--allow-env', 'API_TOKEN']
    const blind = bench.start(['worker', ...given], { env })
    const producer = bench.start([...words, '--output', 'jsonl', ...key], { env })
    await until(() => server.cli('HLEN', 'surety:1:batch:sealed:unfit') === '4')
    const able = bench.start(['worker', ...given, ...key], { env })
    const { lines } = await producer.end
    const answers = lines.map(({ data }) => (data?.stdout ?? null) as string | null)
    expect(answers).toEqual([
      `https://me:${secret}@example.org/\n`,
      `password=${secret}\n`,
      `${token}\n`,
      `${secret}\n`,
    ])
    const ask = (...more: string[]) =>
      bench.start(['batch', 'results', 'sealed', ...more], { env }).end
    const [without, other, again] = [
      await ask(),
      await ask('--key-from', 'OTHER_KEY'),
      await ask(...key),
    ]
    expect(without.envelope.error).toMatchObject({ code: 'QUEUE_KEY' })
    expect(other.envelope.error).toMatchObject({ code: 'QUEUE_KEY' })
    expect(again.envelope.data).toHaveLength(4)
    const bad = await ask('--key-from', 'PATH')
    expect(bad.envelope.error).toMatchObject({ code: 'QUEUE_KEY' })
    const log = readFileSync(join(bench.folder, 'sealed/appendonlydir/appendonly.aof.1.incr.aof'))
    for (const text of [secret, token, 'example.org', env.QUEUE_KEY])
      expect(log.includes(text)).toBe(false)
    await bench.drain(blind, able)
    await server.kill()
  })

  test('without a key, a token that a tool prints is replaced, and the answer says so', async () => {
    const shell = bench.shell('tells')
    const worker = bench.steadyWorker('--tools', shell)
    const token = `ghp_${'a1B2'.repeat(9)}`
    const argv = [shell, '-c', `echo ${token.slice(0, 9)}$(printf ${token.slice(9)})`]
    const calls = bench.calls('tells.jsonl', [{ id: 't', argv }])
    const [row] = await bench.rows(calls, { batch: 'tells' })
    expect(JSON.stringify(row)).not.toContain(token)
    expect(row).toMatchObject({ ok: true, anomalies: [{ code: 'SECRETS_REPLACED' }] })
    const log = readFileSync(join(bench.folder, 'redis/appendonlydir/appendonly.aof.1.incr.aof'))
    expect(log.includes(token)).toBe(false)
    await bench.drain(worker)
  })

  test('a worker that was held inside of the start notices that somebody else has the call', async () => {
    const server = await startServer(join(bench.folder, 'late'))
    const env = { SURETY_QUEUE: server.address }
    const hold = `import { ChildProcess } from 'node:child_process'
      const { spawn } = ChildProcess.prototype
      ChildProcess.prototype.spawn = function (options) {
        if (options.args.join().includes('late-ran')) process.kill(process.pid, 'SIGSTOP')
        return spawn.call(this, options)
      }`
    const flags = ['worker', '--tools', 'sh', '--lease', '1s']
    const held = bench.start(flags, { env: { ...env, NODE_OPTIONS: hook(hold) } })
    const argv = ['sh', '-c', `echo >> '${bench.at('late-ran')}'; sleep 1; echo done`]
    const calls = bench.calls('late.jsonl', [{ id: 'l', argv }])
    await bench.start(['batch', calls, '--batch', 'late', '--detach'], { env }).end
    await until(() => server.cli('HLEN', 'surety:1:batch:late:marks') === '1')
    await until(() => server.cli('--scan', '--pattern', 'surety:1:worker:*') === '')
    const other = bench.start(['worker', '--tools', 'sh'], { env })
    const rerun = await bench.start(['batch', 'rerun', 'late', 'l'], { env }).end
    expect(rerun.envelope).toMatchObject({ ok: true })
    held.child.kill('SIGCONT')
    await until(
      () =>
        server.cli(
          'HEXISTS',
          'surety:1:batch:late:meta',
          `late ${server.cli('HKEYS', 'surety:1:batch:late:calls')}`,
        ) === '1',
    )
    const [late] = await bench.drain(held, other)
    expect(late!.stderr).toContain('Started late')
    const { envelope } = await bench.start(['batch', 'results', 'late'], { env }).end
    expect(envelope.data).toMatchObject([
      {
        ok: true,
        anomalies: [
          { code: 'STARTED_LATE', message: expect.stringMatching(/was stopped|ran to its end/) },
        ],
      },
    ])
    await server.kill()
  })
})
