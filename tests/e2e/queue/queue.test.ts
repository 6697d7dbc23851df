import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Parsed } from '../processes/workspace.ts'
import { createQueueBench, hasRedis, until, type QueueBench, type Started } from './queue-bench.ts'

describe
  .skipIf(!hasRedis)
  .concurrent('a batch on a queue (needs redis-server, openssl)', { timeout: 120_000 }, () => {
    let bench: QueueBench
    let worker: Started
    beforeAll(async () => {
      bench = await createQueueBench()
      worker = bench.steadyWorker(...['sh', 'cat', 'echo'].flatMap((name) => ['--tools', name]))
    })
    afterAll(async () => {
      const [end] = await bench.drain(worker)
      expect(end?.code).toBe(0)
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
        bench.batch(calls, '--format', 'jsonl'),
        bench.batch(calls, '--format', 'jsonl'),
      ])
      for (const { lines, code } of [one, other]) {
        expect(code).toBe(2)
        expect(lines).toMatchObject([
          { index: 0, id: 'a1', ok: true, data: { stdout: 'a1\n' } },
          { index: 1, id: 'a2', ok: true },
          { index: 2, id: 'a3', ok: false, exit_code: 3 },
        ])
      }
      const here = await bench.rows(calls, { queue: null })
      expect(Object.keys(one.lines[0])).toEqual(Object.keys(here[0]))
      // The worker's programs count, not those of who prints.
      const elsewhere = { env: { PATH: bench.folder } }
      const again = await bench.start(['batch', calls, '--format', 'jsonl'], elsewhere).end
      expect(again.lines).toEqual(one.lines.map((line) => ({ ...(line as object), resumed: true })))
      expect(bench.effects('noted').filter((id) => id === 'a1')).toHaveLength(2)
    })

    test('can be left and found again', async () => {
      const calls = bench.calls('left.jsonl', [noted('l1'), sh('l2', 'exit 1')])
      await bench.rows(calls, { batch: 'left', detach: true })
      await until(() => bench.server.cli('HLEN', 'surety:1:batch:left:sealed') === '2')
      const { data } = await bench.ask('results', 'left')
      expect((data as Parsed[]).map(({ id, ok }) => [id, ok] as const)).toEqual([
        ['l1', true],
        ['l2', false],
      ])
      expect((await bench.batch('status', 'left')).envelope.data).toMatchObject({
        total: 2,
        succeeded: 1,
        failed: 1,
        waiting: 0,
        workers: expect.arrayContaining([expect.objectContaining({ concurrency: 4 })]),
      })
      const rerun = await bench.ask('rerun', 'left', { id: 'l2' })
      expect(rerun.error).toMatchObject({ code: 'CALLS_FAILED' })
      expect((await bench.ask('status', 'left')).data).toMatchObject({ failed: 1 })
    })

    test('a megabyte arrives whole, there and back', async () => {
      const stdin = 'x'.repeat(1_000_000)
      const large = { id: 'large', argv: ['cat'], stdin }
      const first = bench.calls('kept.jsonl', [large])
      const kept = await bench.batch(first, '--batch', 'kept', '--format', 'jsonl')
      expect(kept.lines[0].data.stdout).toBe(stdin)
    })

    test('secrets travel by name, and the address is nowhere', async () => {
      const calls = bench.calls('secret.jsonl', [
        { id: 's1', argv: ['sh', '-c', 'echo $API_TOKEN'], env: { API_TOKEN: 'hunter2hunter2' } },
        { id: 's2', argv: ['sh', 'x', '--password', 'hunter2hunter2'] },
        { id: 's3', argv: ['cat'], stdin: 'see https://me:hunter2hunter2@example.org/' },
        sh('s4', 'env'),
        { id: 's5', argv: ['cat'], stdin: 'x'.repeat(1024 * 1024 + 1) },
      ])
      const { lines, stdout, stderr } = await bench.batch(calls, '--format', 'jsonl')
      expect(lines.map(({ error }) => (error?.code ?? null) as string | null)).toEqual([
        'INVOCATION_INVALID',
        'INVOCATION_INVALID',
        'INVOCATION_INVALID',
        null,
        'INVOCATION_INVALID',
      ])
      expect(lines.map(({ id }) => id as string)).toEqual(['s1', 's2', 's3', 's4', 's5'])
      expect(lines[4].error.message).toContain('longer than 1 MiB')
      expect(lines[0].error.message).toContain('"env_from": ["API_TOKEN"]')
      expect(lines[2].error.message).toContain('its stdin has a secret')
      const journal = join(bench.state, 'journal')
      const kept = readdirSync(journal).map((name) => readFileSync(join(journal, name), 'utf8'))
      const texts = [stdout, stderr, ...kept].join('\n')
      expect(texts).not.toContain(bench.server.address)
      expect(texts).not.toContain('hunter2hunter2')
      const dump = readFileSync(join(bench.folder, 'redis/appendonlydir/appendonly.aof.1.incr.aof'))
      expect(dump.includes('hunter2hunter2')).toBe(false)
    })

    test('a call whose worker was killed is listed and settled, repeated by itself only if harmless', async () => {
      const [begun, shell] = [bench.at('begun'), bench.shell('doubt-shell')]
      const own = ['--drain', '1s', '--allow-env', 'ONLY_HERE']
      const flags = ['--lease', '2s', '--tools', shell, ...own]
      const killed = bench.start(['worker', ...flags], { env: { ONLY_HERE: 'yes' } })
      const argv = [shell, '-c', `echo >> '${begun}'; sleep 100`]
      const twice = `echo >> '${begun}2'; if [ $(wc -l < '${begun}2') = 1 ]; then sleep 100; fi`
      const harmless = [shell, '-c', twice.replaceAll(`${begun}2`, `${begun}3`)]
      // Harmless too, but nobody is left who may run it.
      const third = [shell, '-c', `echo >> '${begun}4'; sleep 100`]
      const calls = bench.calls('doubt.jsonl', [
        { id: 'd1', argv },
        { id: 'd2', argv: [shell, '-c', twice] },
        { id: 'd3', argv: third, safety: 'safe', env_from: ['ONLY_HERE'] },
        { id: 'h1', argv: harmless, safety: 'idempotent' },
      ])
      const producer = bench.batch(calls, '--batch', 'doubt', '--format', 'jsonl')
      await until(() => ['', '2', '3', '4'].every((nth) => existsSync(`${begun}${nth}`)))
      killed.child.kill('SIGKILL')
      const next = bench.steadyWorker('--tools', shell)
      const { lines, code } = await producer
      expect(code).toBe(2)
      const error = { code: 'CALL_IN_DOUBT' }
      // What is harmless to repeat is repeated.
      expect(lines).toMatchObject([
        { id: 'd1', ok: false, error },
        { id: 'd2', error },
        { id: 'd3', error },
        { id: 'h1', ok: true },
      ])
      expect(bench.effects('begun3')).toHaveLength(2)
      const doubts = await bench.ask('doubts', 'doubt')
      const worker = { pid: killed.child.pid }
      const listed = (doubts.data as Parsed[]).toSorted((a, b) => a.index - b.index)
      expect(listed).toMatchObject([{ id: 'd1', argv, worker }, { id: 'd2' }, { id: 'd3' }])
      const settled = await bench.batch(
        'settle',
        'doubt',
        'd1',
        '--as',
        'done',
        '--data',
        '{"n":1}',
      )
      expect(settled.envelope.data).toMatchObject({ ok: true, settled: true })
      const [again] = await bench.rows(calls, { batch: 'doubt' })
      expect(again).toMatchObject({ ok: true, data: { n: 1 }, resumed: true, settled: true })
      expect(bench.effects('begun')).toHaveLength(1)
      // A person may repeat it; what is left of the first run on that machine is ended before.
      const rerun = await bench.ask('rerun', 'doubt', { id: 'd2' })
      expect(rerun.data).toMatchObject({ ok: true, anomalies: [{ code: 'ORPHANS_ENDED' }] })
      await bench.drain(next)
    })

    test('a call that ended in doubt is listed and settled', async () => {
      const shell = bench.shell('ending')
      const calls = bench.calls('ended.jsonl', [
        { id: 'e1', argv: [shell, '-c', 'exit 3'] },
        { id: 'e2', argv: [shell, '-c', 'exit 4'] },
        { id: 'e3', argv: [shell, '-c', 'exit 0'] },
      ])
      const worker = bench.steadyWorker('--tools', shell)
      await bench.batch(calls, '--batch', 'ended', '--format', 'jsonl')
      const ended = 'EXIT_STATUS'
      expect((await bench.ask('doubts', 'ended')).data).toMatchObject([
        { id: 'e1', ended },
        { id: 'e2', ended },
      ])
      await bench.batch('settle', 'ended', 'e1', '--as', 'done')
      await bench.batch('settle', 'ended', 'e2', '--as', 'failed')
      expect((await bench.ask('doubts', 'ended')).data).toEqual([])
      const { data } = await bench.ask('status', 'ended')
      expect(data).toMatchObject({ succeeded: 2, failed: 1, in_doubt: 0 })
      const rows = await bench.rows(calls, { batch: 'ended' })
      expect(rows).toMatchObject([
        { id: 'e1', ok: true, settled: true },
        { id: 'e2', ok: false, error: { code: 'SETTLED_AS_FAILED' } },
        { id: 'e3', ok: true },
      ])
      await bench.drain(worker)
    })

    test('a worker runs the files that it was told, and drains', async () => {
      const own = bench.shell('own')
      const calls = bench.calls('own.jsonl', [
        { id: 'o1', argv: [own, '-c', `echo >> '${bench.at('own-ran')}'; sleep 1`] },
        { id: 'o2', argv: ['/bin/echo', 'not allowed'] },
      ])
      const picky = bench.steadyWorker('--tools', own, '--tools', 'printf', '--concurrency', '1')
      const producer = bench.start(['batch', calls, '--batch', 'own', '--format', 'jsonl'])
      await until(() => existsSync(bench.at('own-ran')))
      picky.child.kill('SIGTERM')
      const { code, envelope } = await picky.end
      expect(code).toBe(0)
      expect(envelope.data).toMatchObject({ total: 1, succeeded: 1 })
      await until(() => bench.server.cli('HLEN', 'surety:1:batch:own:sealed') === '2')
      const { lines } = await producer.end
      expect(lines).toMatchObject([{ id: 'o1', ok: true }, { id: 'o2' }])
    })

    test('limits hold for all workers together', async () => {
      const log = bench.at('limited')
      const alone = bench.shell('alone')
      const limited = bench.steadyWorker('--tools', alone, '--limit', `${alone}=1`)
      // Also for one that was not told.
      const place = 'surety:1:engine:alone:meta'
      await until(() => bench.server.cli('HGET', place, 'concurrency') === '1')
      const workers = [limited, bench.steadyWorker('--tools', alone)]
      const script = `echo in >> '${log}'; sleep 0.2; echo out >> '${log}'`
      const five = [1, 2, 3, 4, 5].map((n) => ({ id: `b${n}`, argv: [alone, '-c', script] }))
      const calls = bench.calls('limited.jsonl', five)
      const { code } = await bench.batch(calls, '--format', 'jsonl')
      expect(code).toBe(0)
      expect(bench.effects('limited')).toEqual([1, 2, 3, 4, 5].flatMap(() => ['in', 'out']))
      await bench.drain(...workers)
    })

    test('a cancelled batch ends what runs and starts no more; one that is decided can be deleted', async () => {
      const shell = bench.shell('cancelled-shell')
      const four = bench.steadyWorker('--tools', shell, '--drain', '1s')
      const argv = [shell, '-c', `echo >> '${bench.at('cancelled')}'; sleep 60`]
      const calls = bench.calls(
        'cancel.jsonl',
        Array.from({ length: 9 }, (_, n) => ({ id: `x${n}`, argv })),
      )
      const producer = bench.batch(calls, '--batch', 'cancel', '--format', 'jsonl', '--unordered')
      await until(() => bench.effects('cancelled').length === 4)
      expect((await bench.ask('cancel', 'cancel')).ok).toBe(true)
      const { lines } = await producer
      const codes = lines.map(({ error }) => error.code as string).toSorted()
      expect(codes).toHaveLength(9)
      expect(new Set(codes)).toEqual(new Set(['BATCH_CANCELLED', 'CALL_IN_DOUBT']))
      expect(bench.effects('cancelled')).toHaveLength(4)
      const rerun = await bench.ask('rerun', 'cancel', { id: 'x0' })
      expect(rerun.error.code).toBe('BATCH_CANCELLED')
      // Nothing of it may be left to run or to decide.
      const begun = bench.at('deleted')
      const sleeps = [shell, '-c', `echo >> '${begun}'; sleep 60`]
      const one = bench.calls('delete.jsonl', [{ id: 'd1', argv: sleeps }])
      await bench.rows(one, { batch: 'delete', detach: true })
      const remove = (): Promise<Parsed> =>
        bench.ask('delete', 'delete', { _opts: { 'confirm-destructive': true } })
      await until(() => existsSync(begun))
      const running = await remove()
      expect(running.error).toMatchObject({ code: 'BATCH_UNFINISHED' })
      await bench.drain(four)
      const open = await remove()
      expect(open.error.message).toContain('1 calls in doubt')
      await bench.ask('settle', 'delete', { id: 'd1', as: 'failed' })
      expect((await remove()).meta.effect).toBe('deleted')
      expect(bench.server.cli('--scan', '--pattern', 'surety:1:batch:delete:*')).toBe('')
      const gone = await bench.ask('results', 'delete')
      expect(gone.error.code).toBe('BATCH_UNKNOWN')
    })
  })
