import { afterAll, beforeAll, expect, test } from 'vitest'

import { createBench, type Bench } from '../processes/workspace.ts'

let bench: Bench
let tool: readonly string[]

/** Claw names operation and target; in it a failed write can be told from a failed read. */
const failure = (operation: string, target: string, kind: string) => ({
  exit: 1,
  raw: JSON.stringify({
    timestamp: '2026-01-01T00:00:00Z',
    command: operation,
    exit_code: 1,
    output_format: 'json',
    schema_version: '2.0',
    error: {
      kind,
      operation,
      target,
      retryable: false,
      message: `${operation} of ${target} failed.`,
      hint: null,
    },
  }),
})
const success = {
  exit: 0,
  raw: JSON.stringify({
    timestamp: '2026-01-01T00:00:00Z',
    command: 'write',
    exit_code: 0,
    output_format: 'json',
    schema_version: '2.0',
    done: true,
  }),
}

beforeAll(async () => {
  bench = await createBench()
  const flaky = await bench.flaky([
    failure('write', 'a.json', 'filesystem'),
    failure('write', 'b.json', 'filesystem'),
    failure('write', 'a.json', 'filesystem'),
    failure('read', 'a.json', 'parse'),
    success,
  ])
  tool = flaky.argv
  for (let call = 0; call < 5; call += 1) {
    await bench.surety(['run', '--dialect', 'claw-2.0', '--retries', '0', '--', ...tool, 'go'])
  }
  await bench.surety(['run', '--', 'true'])
})
afterAll(() => bench.remove())

test('tells how many writes failed, of which tool, on what, and why', async () => {
  const { envelope } = await bench.surety([
    'journal',
    'stats',
    '--operation',
    'write',
    '--by',
    'tool',
    '--by',
    'target',
    '--by',
    'code',
  ])
  const name = tool.slice(0, 2).join(' ')
  expect(envelope.data).toMatchObject({
    total: { attempts: 3, failures: 3, failure_rate: 1 },
    groups: [
      {
        key: { tool: name, target: 'a.json', code: 'filesystem' },
        failures: 2,
        share_of_tool: 0.4,
      },
      { key: { tool: name, target: 'b.json' }, failures: 1, share_of_tool: 0.2 },
    ],
  })
  expect(envelope.data.groups[0].duration_ms.p50).toBeGreaterThan(0)
})

test('groups everything by tool, and counts what is recent only', async () => {
  const { envelope } = await bench.surety(['journal', 'stats', '--by', 'tool'])
  expect(envelope.data).toMatchObject({
    by: ['tool'],
    total: { attempts: 6, failures: 4 },
    groups: [
      { attempts: 5, failures: 4, failure_rate: 0.8 },
      { key: { tool: 'true' }, failures: 0 },
    ],
    trend: { failures: expect.any(Array) },
  })
  const one = await bench.surety(['journal', 'stats', '--tool', 'true'])
  expect(one.envelope.data.total).toMatchObject({ attempts: 1, failures: 0 })
  const past = await bench.surety(['journal', 'stats', '--since', '1ms'])
  expect(past.envelope.data.total.attempts).toBe(0)
})

test('draws tables and bars in text', async () => {
  const { stdout } = await bench.surety(['journal', 'stats', '--output', 'plain', '--by', 'target'])
  expect(stdout).toContain('4 of 6 failed')
  expect(stdout).toMatch(/a\.json +3 +3 +100%/)
  expect(stdout).toContain('█')
})

test('shows the newest attempts, oldest first', async () => {
  const { envelope } = await bench.surety(['journal', 'tail', '-n', '2'])
  expect(envelope.data).toMatchObject([
    { outcome: 'success', dialect: 'claw-2.0' },
    { tool: 'true' },
  ])
  const { envelope: failures } = await bench.surety(['journal', 'tail', '--failures'])
  expect(failures.data).toHaveLength(4)
  const { stdout } = await bench.surety(['journal', 'tail', '--output', 'tsv', '-n', '1'])
  expect(stdout.split('\t').length).toBeGreaterThan(5)
})

test('an empty journal is no error', async () => {
  const nowhere = ['--state-dir', `${bench.folder}/nowhere`]
  const stats = await bench.surety(['journal', 'stats', ...nowhere])
  expect(stats.envelope.data).toMatchObject({ total: { attempts: 0 }, groups: [], from: null })
  const tail = await bench.surety(['journal', 'tail', ...nowhere])
  expect(tail.envelope).toMatchObject({ ok: true, data: [] })
})

test('what a killed run left behind is listed and ended, and nothing else', async () => {
  const words = ['run', '--', 'sh', '-c', 'setsid sleep 50 & echo go >&2; sleep 50']
  const { signal } = await bench.surety(words, {
    onStart: (child) => child.stderr.once('data', () => child.kill('SIGKILL')),
  })
  expect(signal).toBe('SIGKILL')
  const { envelope } = await bench.surety(['journal', 'orphans'])
  const { orphans } = envelope.data
  expect(orphans.length).toBeGreaterThanOrEqual(2)
  expect(new Set(orphans.map(({ call }: { call: string }) => call)).size).toBe(1)
  const ended = await bench.surety(['journal', 'orphans', '--end'])
  expect(ended.envelope.data).toMatchObject({ effect: 'deleted', ended: expect.any(Array) })
  await expect.poll(() => bench.alive()).toEqual([])
  const after = await bench.surety(['journal', 'orphans', '--end'])
  expect(after.envelope.data).toEqual({ effect: 'noop', orphans: [], ended: [] })
})
