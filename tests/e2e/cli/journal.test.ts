import { appendFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createBench, type Bench } from '../processes/workspace.ts'

let bench: Bench
const answer = (...argv: readonly string[]) => bench.answer(argv)
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
    await answer('run', '--dialect', 'claw-2.0', '--retries', '0', '--', ...tool, 'go')
  }
  await answer('run', '--', 'true')
})
afterAll(() => bench.remove())

test('a line has what a reader needs to tell how many writes failed, on what, and why', async () => {
  const words = ['journal', 'tail', '-n', '100', '--failures', '--format', 'jsonl']
  const { stdout } = await bench.surety(words)
  const lines = stdout.split('\n').filter((line) => line.includes('"argv"'))
  const failed = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const writes = failed.filter(({ operation }) => operation === 'write')
  expect(writes.map(({ target, code }) => [target, code])).toEqual([
    ['a.json', 'filesystem'],
    ['b.json', 'filesystem'],
    ['a.json', 'filesystem'],
  ])
  expect(failed).toHaveLength(4)
  const one = await answer('journal', 'tail', '--tool', 'true')
  expect(one.data).toMatchObject([{ tool: 'true', outcome: 'success' }])
  const past = await answer('journal', 'tail', '--since', '1ms')
  expect(past.data).toEqual([])
})

test('shows the newest attempts, oldest first', async () => {
  const { envelope } = await bench.surety(['journal', 'tail', '-n', '2'])
  expect(envelope.data).toMatchObject([
    { outcome: 'success', dialect: 'claw-2.0' },
    { tool: 'true' },
  ])
  const failures = await answer('journal', 'tail', '--failures')
  expect(failures.data).toHaveLength(4)
})

test('shows the command line, the exit code and the reason to people', async () => {
  await answer('run', '--', 'sh', '-c', 'exit 7', 'two words')
  const { stdout } = await bench.surety(['journal', 'tail', '--format', 'plain', '-n', '1'])
  expect(stdout).toMatch(/^time\targv\texit_code\tcode\tverdict\treason\t/)
  expect(stdout).toContain(`\tsh -c 'exit 7' 'two words'\t7\tEXIT_STATUS\tescalate\tIN_DOUBT\t`)
})

test('skips damaged lines and counts them in a warning', async () => {
  const state = join(bench.folder, 'damaged')
  await answer('run', '--state-dir', state, '--', 'true')
  const file = join(state, 'journal', 'journal.ndjson')
  const line = (await readFile(file, 'utf8')).split('\n').find((each) => each.includes('"argv"'))!
  const wrong = { time: 'x', duration_ms: {}, tool: 7, code: [], waited_ms: 1e99, argv: null }
  const lines = Object.entries(wrong).map(([name, value]) =>
    JSON.stringify({ ...(JSON.parse(line) as object), [name]: value }),
  )
  await appendFile(file, `noise\n\0\n${lines.join('\n')}\n{"v":1,"tool":\n`)
  for (const command of [['tail'], ['orphans']]) {
    const envelope = await answer('journal', ...command, '--state-dir', state)
    expect(envelope.ok, command[0]).toBe(true)
    if (command[0] === 'orphans') continue
    expect(envelope.warnings).toEqual([`Damaged lines: 9, the first in ${file}, line 3.`])
  }
})

test('keeps the warnings of a tool', async () => {
  const flaky = await bench.flaky([{ exit: 0, data: 1, warnings: ['The disk is nearly full.'] }])
  await answer('run', '--dialect', 'spec-1.0', '--', ...flaky.argv)
  const envelope = await answer('journal', 'tail', '--lines', '1')
  expect(envelope.data).toMatchObject([{ warnings: ['The disk is nearly full.'] }])
})

test('says why it cannot be written', async () => {
  const state = join(bench.folder, 'linked')
  await mkdir(join(state, 'journal'), { recursive: true })
  await writeFile(join(bench.folder, 'foreign'), '')
  await symlink(join(bench.folder, 'foreign'), join(state, 'journal', 'journal.ndjson'))
  const envelope = await answer('run', '--state-dir', state, '--', 'true')
  expect(envelope).toMatchObject({
    ok: true,
    meta: { anomalies: [{ code: 'JOURNAL_PROBLEM', message: expect.stringContaining('ELOOP') }] },
  })
  expect(await readFile(join(bench.folder, 'foreign'), 'utf8')).toBe('')
  // Node's own way to make folders tries for ever here.
  const nowhere = await answer('run', '--state-dir', '/proc/nope/state', '--', 'true')
  expect(nowhere).toMatchObject({
    ok: true,
    meta: { anomalies: [{ code: 'JOURNAL_PROBLEM', message: expect.stringContaining('ENOENT') }] },
  })
})

test('an empty journal is no error', async () => {
  const nowhere = ['--state-dir', `${bench.folder}/nowhere`]
  const tail = await answer('journal', 'tail', ...nowhere)
  expect(tail).toMatchObject({ ok: true, data: [] })
})

test('what a killed run left behind is listed and ended, and nothing else', async () => {
  const words = ['run', '--text', '--', 'sh', '-c', 'setsid sleep 50 & echo go >&2; sleep 50']
  const { signal } = await bench.surety(words, {
    onStart: (child) => child.stderr.once('data', () => child.kill('SIGKILL')),
  })
  expect(signal).toBe('SIGKILL')
  const { orphans } = (await answer('journal', 'orphans')).data
  expect(orphans.length).toBeGreaterThanOrEqual(2)
  expect(new Set(orphans.map(({ call }: { call: string }) => call)).size).toBe(1)
  const ended = await answer('journal', 'orphans', '--end')
  expect(ended.data).toMatchObject({ effect: 'deleted', ended: expect.any(Array) })
  await expect.poll(() => bench.alive()).toEqual([])
  const after = await answer('journal', 'orphans', '--end')
  expect(after.data).toEqual({ effect: 'noop', orphans: [], ended: [] })
})

/** Waits until `setsid` has become what it starts; before, it belongs to the group of the call. */
const HAS_SESSION = 'until grep -q sleep /proc/$!/comm; do sleep 0.05; done'

test('a daemon of a call that ended well is left alone', async () => {
  const daemon = `setsid sleep 50 >/dev/null 2>&1 & ${HAS_SESSION}`
  const elsewhere = join(bench.folder, 'elsewhere')
  await answer('run', '--', 'sh', '-c', daemon)
  await answer('run', '--no-journal', '--', 'sh', '-c', daemon)
  await answer('run', '--state-dir', elsewhere, '--', 'sh', '-c', daemon)
  const alive = () => bench.alive().length
  expect(alive()).toBe(3)
  // Another call is unfinished; only its processes may end.
  await bench.surety(
    ['run', '--text', '--', 'sh', '-c', 'setsid sleep 51 & echo go >&2; sleep 51'],
    {
      onStart: (child) => child.stderr.once('data', () => child.kill('SIGKILL')),
    },
  )
  const envelope = await answer('journal', 'orphans', '--end')
  expect(envelope.data.effect).toBe('deleted')
  for (const { command } of envelope.data.orphans) expect(command).toContain('51')
  await expect.poll(alive).toBe(3)
  for (const pid of bench.alive()) process.kill(pid)
  await expect.poll(alive).toBe(0)
})

test('says of a process that holds the output open whether it still runs', async () => {
  const envelope = await answer('run', '--', 'sh', '-c', `setsid sleep 50 & ${HAS_SESSION}`)
  const [pid] = bench.alive()
  expect(envelope.meta.anomalies).toMatchObject([
    { code: 'LEFT_BEHIND', message: expect.stringContaining(`still runs (pid ${pid})`) },
  ])
  process.kill(pid ?? 0)
  const ended = await answer('run', '--', 'sh', '-c', 'sleep 50 & exit 0')
  expect(ended.meta.anomalies).toMatchObject([
    { code: 'LEFT_BEHIND', message: expect.stringContaining('its process group was ended') },
  ])
  await expect.poll(() => bench.alive()).toEqual([])
})
