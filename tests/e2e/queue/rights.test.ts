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
  const resultsOf = async (batch: string, count: number): Promise<readonly Parsed[]> => {
    await until(() => bench.server.cli('HLEN', `surety:1:batch:${batch}:sealed`) === String(count))
    return (await bench.ask('results', batch)).data
  }

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
    const [refused] = await resultsOf('forged', 1)
    expect(refused.error.code).toBe('INVOCATION_INVALID')
    expect(refused.error.message).toMatch(/its env sets NODE_OPTIONS; .* --allow-env NODE_OPTIONS/)
    expect(bench.effects('vars-ran')).toEqual([])
    bench.server.cli('HSET', place, key, JSON.stringify({ ...JSON.parse(sent), trace }))
    await bench.ask('rerun', 'forged', { id: 'f' })
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
    const rows = await resultsOf('given', 3)
    const printed = rows.map((row) => (row.data?.stdout ?? '') as string)
    expect(printed[0]).toMatch(/^PATH=/m)
    expect(printed.join()).not.toMatch(/not-yours|NODE_OPTIONS|SURETY_QUEUE/)
    expect(printed[0]).not.toContain('WANTED')
    expect(printed[1]).toMatch(/^WANTED=yours$/m)
    expect(printed[1]).toMatch(/^MODE_A=b$/m)
    expect(rows[2].error.message).toContain('it asks for HUSH')
    await bench.drain(worker)
  })

  test('a worker runs the file that its name means here, and starts only with all of its tools', async () => {
    const [one, other] = ['one', 'other'].map((name) => {
      mkdirSync(bench.at(name))
      copyFileSync(realpathSync('/bin/sh'), join(bench.at(name), 'mixed'))
      return join(bench.at(name), 'mixed')
    }) as [string, string]
    const argv = (file: string) => [file, '-c', `echo >> '${bench.at('mixed-ran')}'`]
    const two = [{ argv: argv(one) }, { argv: argv(other) }]
    const worker = bench.steadyWorker('--tools', one)
    const [ran, refused] = await bench.rows(bench.calls('mixed.jsonl', two), { batch: 'mixed' })
    expect(ran.ok).toBe(true)
    expect(refused.error).toMatchObject({ code: 'INVOCATION_INVALID' })
    expect(refused.error.message).toMatch(/the worker on .* may not run/)
    expect(bench.effects('mixed-ran')).toHaveLength(1)
    const lacking = await bench.start(['worker', '--tools', 'no-such-tool']).end
    expect(lacking.envelope.error).toMatchObject({ code: 'TOOL_MISSING' })
    await bench.drain(worker)
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
        if (!isFull && String(chunk).includes("'INCR', 'surety:1:marked'")) {
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
    const producer = bench.start(['batch', calls, '--batch', 'full', '--format', 'jsonl'], { env })
    await until(() => server.cli('CONFIG', 'GET', 'maxmemory').endsWith('1'))
    await wait(2500)
    expect(bench.effects('full-ran')).toEqual([])
    server.cli('CONFIG', 'SET', 'maxmemory', '0')
    expect((await producer.end).lines).toMatchObject([{ ok: true, data: { stdout: 'done\n' } }])
    expect(bench.effects('full-ran')).toHaveLength(1)
    await bench.drain(worker)
    await server.kill()
  })

  test('a token that a tool prints is replaced, and the answer says so', async () => {
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
    let said = ''
    held.child.stderr!.on('data', (text: string) => (said += text))
    await until(() => said.includes('Started late'))
    await bench.drain(held, other)
    const { envelope } = await bench.start(['batch', 'results', 'late'], { env }).end
    expect(envelope.data).toMatchObject([{ ok: true }])
    await server.kill()
  })
})
