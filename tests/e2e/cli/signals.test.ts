import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { suretyFile } from '../processes/run-surety.ts'
import { createBench, type Bench } from '../processes/workspace.ts'

let bench: Bench
beforeAll(async () => {
  bench = await createBench()
})
afterAll(async () => {
  expect(await bench.left()).toEqual([])
  await bench.remove()
})

const at = (name: string): string => join(bench.folder, name)

async function appears(path: string): Promise<void> {
  while (!existsSync(path)) await wait(20)
}

/** Kills with a signal once a file is there. */
const killOnce = (path: string, signal: NodeJS.Signals) => (child: ChildProcess) => {
  void appears(path).then(() => child.kill(signal))
}

const SIGNALS = [
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGQUIT', 131],
  ['SIGTERM', 143],
] as const

/** Those of which nothing is said elsewhere: SIGINT and SIGTERM end a run in run.test.ts, SIGTERM a batch in batch.test.ts. */
const only = (...names: readonly string[]) =>
  SIGNALS.filter(([name]) => process.env['SURETY_LONG'] || names.includes(name))

describe('a signal', () => {
  test.each(only('SIGHUP', 'SIGQUIT'))(
    '%s ends run with one envelope, and its child with it',
    async (signal, exit) => {
      const begun = at(`run-${signal}`)
      const { code, envelope } = await bench.surety(
        ['run', '--', 'sh', '-c', `: > '${begun}'; sleep 60`],
        { onStart: killOnce(begun, signal) },
      )
      expect(code).toBe(exit)
      expect(envelope).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
      expect(await bench.left()).toEqual([])
    },
  )

  test('SIGINT ends a run that prints text with its own exit and one line', async () => {
    const begun = at('text-SIGINT')
    const { code, stdout, stderr } = await bench.surety(
      ['run', '--text', '--', 'sh', '-c', `echo out; : > '${begun}'; sleep 60`],
      { onStart: killOnce(begun, 'SIGINT') },
    )
    expect([code, stdout]).toEqual([130, 'out\n'])
    expect(stderr).toMatch(/^surety: CANCELLED: .*\n$/)
  })

  test.each(only('SIGHUP', 'SIGINT'))(
    '%s ends a batch that can be resumed',
    async (signal, exit) => {
      const begun = at(`batch-${signal}`)
      const state = `${begun}.state`
      const calls = `${begun}.ndjson`
      const script = `if [ -e '${begun}' ]; then echo again; else : > '${begun}'; sleep 60; fi`
      const lines = [
        { id: 'a', argv: ['echo', 'a'] },
        { id: 'b', argv: ['sh', '-c', script], safety: 'safe' },
      ]
      await writeFile(calls, lines.map((line) => JSON.stringify(line)).join('\n'))
      const argv = ['batch', calls, '-c', '1', '--state', state, '--format', 'jsonl']
      const ended = await bench.surety(argv, { onStart: killOnce(begun, signal) })
      expect(ended.code).toBe(exit)
      expect(ended.lines[0]).toMatchObject({ id: 'a', ok: true })
      expect(JSON.parse(ended.stderr)).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
      expect(await bench.left()).toEqual([])
      const resumed = await bench.answer(['batch', calls, '--state', state])
      expect(resumed.data).toMatchObject([
        { id: 'a', ok: true, resumed: true },
        { id: 'b', ok: true, resumed: false, data: { stdout: 'again\n' } },
      ])
    },
  )
})

/** Starts the command with a stdout that nobody reads, and tells how SIGTERM ends it. */
async function endUnread(argv: readonly string[], isReady: () => Promise<unknown>) {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [suretyFile, ...argv], {
    env: { PATH, HOME, SURETY_STATE_DIR: bench.state },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 150_000,
    killSignal: 'SIGKILL',
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await isReady()
  // It has to come to the point where it waits for the reader.
  await wait(600)
  child.kill('SIGTERM')
  const code = await exited
  child.stdout.destroy()
  return code
}

describe.concurrent('SIGTERM while nobody reads stdout', () => {
  test.each([
    ['small', 15_000],
    ['large', 60_000],
  ])('ends a batch of %s answers, and it can be resumed', async (size, bytes) => {
    const [calls, state, log] = [at(`${size}.ndjson`), at(`${size}.state`), at(`${size}.log`)]
    const script = (n: number) => `echo ${n} >> '${log}'; printf %0${bytes}d 0`
    const lines = Array.from({ length: 40 }, (_, n) => ({
      id: `${n}`,
      argv: ['sh', '-c', script(n)],
    }))
    await writeFile(calls, lines.map((line) => JSON.stringify(line)).join('\n'))
    const argv = ['batch', calls, '--state', state, '--format', 'jsonl', '--no-journal']
    expect(await endUnread(argv, () => appears(log))).toBe(143)
    const { code, lines: rows } = await bench.surety([...argv, '--idempotent'])
    expect([code, rows.length]).toEqual([0, 40])
    const runs = (await readFile(log, 'utf8')).trim().split('\n')
    for (const { id } of rows.filter(({ resumed }) => resumed === true))
      expect(runs.filter((n) => n === id)).toHaveLength(1)
  })

  test('ends a run that has an answer', async () => {
    const log = at('unread.log')
    const script = `head -c 3000000 /dev/zero | tr '\\0' a; echo x > '${log}'`
    expect(
      await endUnread(['run', '--max-output', '0', '--', 'sh', '-c', script], () => appears(log)),
    ).toBe(143)
  })
})
