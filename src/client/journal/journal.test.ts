import { fork } from 'node:child_process'
import {
  appendFile,
  mkdtemp,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { fail, succeed } from '../../contract/index.ts'
import { decide } from '../decide/decide.ts'
import { toJournalEntry, type JournalEntry } from './entry.ts'
import { createJournal } from './journal.ts'
import { readJournal, tailJournal } from './read.ts'
import { createRedactor } from '../../internal/redact/redactor.ts'
import { journalStats } from './stats.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surety-journal-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function entry(more: Partial<JournalEntry> = {}): JournalEntry {
  return {
    v: 1,
    time: '2026-11-15T02:00:00.000Z',
    call: 'c',
    tool: 'tool',
    command: 'list',
    argv: ['tool', 'list'],
    outcome: 'success',
    exit: 'SUCCESS',
    exit_code: 0,
    category: null,
    code: null,
    operation: null,
    target: null,
    verdict: 'accept',
    reason: 'DONE',
    attempt: 1,
    waited_ms: 0,
    duration_ms: 10,
    dialect: null,
    trace_id: 't',
    ...more,
  }
}

async function all(path: string): Promise<readonly JournalEntry[]> {
  const entries: JournalEntry[] = []
  for await (const one of readJournal(path)) entries.push(one)
  return entries
}

describe('a journal', () => {
  test('reads back what was written, and lets only the owner read it', async () => {
    const home = join(folder, 'a')
    const journal = createJournal(home)
    for (let n = 1; n <= 3; n += 1) expect(journal.append(entry({ attempt: n }))).toBe(true)
    expect((await all(home)).map(({ attempt }) => attempt)).toEqual([1, 2, 3])
    expect((await stat(join(home, 'journal.ndjson'))).mode & 0o077).toBe(0)
    expect((await tailJournal(readJournal(home), 2)).map(({ attempt }) => attempt)).toEqual([2, 3])
  })

  test('skips torn lines and other data', async () => {
    const home = join(folder, 'b')
    createJournal(home).append(entry())
    await appendFile(join(home, 'journal.ndjson'), '{"v":1,"tool":"x\n{"v":2}\nnoise\n')
    createJournal(home).append(entry({ attempt: 2 }))
    expect(await all(home)).toHaveLength(2)
  })

  test('rotates files, keeps the order and removes the oldest', async () => {
    const home = join(folder, 'c')
    const journal = createJournal(home, { maxBytes: 1000, keep: 3 })
    for (let n = 1; n <= 40; n += 1) {
      journal.append(entry({ attempt: n }))
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    const attempts = (await all(home)).map(({ attempt }) => attempt)
    expect(await readdir(home)).toHaveLength(
      attempts.at(-1) === 40 && (await readdir(home)).includes('journal.ndjson') ? 4 : 3,
    )
    expect(attempts).toEqual([...attempts].sort((one, other) => one - other))
    expect(attempts.at(-1)).toBe(40)
  })

  test('goes on writing after another process rotated and removed its file', async () => {
    const home = join(folder, 'moved')
    const journal = createJournal(home)
    journal.append(entry({ attempt: 1 }))
    await rename(
      join(home, 'journal.ndjson'),
      join(home, 'journal-2026-11-15T020000.000Z-1.ndjson'),
    )
    journal.append(entry({ attempt: 2 }))
    expect((await all(home)).map(({ attempt }) => attempt)).toEqual([1, 2])
    await rm(home, { recursive: true })
    await wait(60)
    expect(journal.append(entry({ attempt: 3 }))).toBe(true)
    expect((await all(home)).map(({ attempt }) => attempt)).toEqual([3])
  })

  test('loses no line after half a line that a full disk left', async () => {
    const home = join(folder, 'torn')
    createJournal(home).append(entry({ attempt: 1 }))
    await appendFile(join(home, 'journal.ndjson'), '{"v":1,"time":"2026')
    expect(createJournal(home).append(entry({ attempt: 2 }))).toBe(true)
    expect((await all(home)).map(({ attempt }) => attempt)).toEqual([1, 2])
  })

  test('closes an idle file', async () => {
    const home = join(folder, 'idle')
    for (let n = 0; n < 20; n += 1) createJournal(home).append(entry())
    const open = async () => {
      const links = (await readdir('/proc/self/fd')).map((fd) =>
        readlink(`/proc/self/fd/${fd}`).catch(() => ''),
      )
      return (await Promise.all(links)).filter((path) => path.startsWith(home)).length
    }
    await expect.poll(open, { timeout: 3000 }).toBe(0)
  })

  test('reports without throwing that it cannot be written', async () => {
    await writeFile(join(folder, 'file'), '')
    expect(createJournal(join(folder, 'file')).append(entry())).toBe(false)
    expect(await all(join(folder, 'nowhere'))).toEqual([])
  })

  test('loses and mixes no acknowledged lines of killed writers', async () => {
    const home = join(folder, 'd')
    const source = JSON.stringify(fileURLToPath(new URL('journal.ts', import.meta.url)))
    const script = join(folder, 'writer.mts')
    await writeFile(
      script,
      `import { createJournal } from ${source}
       const journal = createJournal(process.argv[2], { maxBytes: 20000, keep: 100 })
       const base = ${JSON.stringify(entry())}
       const next = (n) => {
         journal.append({ ...base, tool: process.argv[3], attempt: n, target: 'x'.repeat(n % 300) })
         process.send(n, () => setImmediate(next, n + 1))
       }
       next(1)`,
    )
    const counts = await Promise.all(
      ['one', 'two'].map(
        (name) =>
          new Promise<number>((resolve) => {
            const child = fork(script, [home, name], { execArgv: ['--import', 'tsx'] })
            let last = 0
            child.on('message', (n) => {
              last = Number(n)
              if (last === 300) child.kill('SIGKILL')
            })
            child.on('exit', () => resolve(last))
          }),
      ),
    )
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(300)
    const entries = await all(home)
    for (const [index, name] of ['one', 'two'].entries()) {
      const seen = new Set(
        entries.filter(({ tool }) => tool === name).map(({ attempt }) => attempt),
      )
      for (let n = 1; n <= (counts[index] ?? 0); n += 1) expect(seen).toContain(n)
    }
  })
})

describe('a journal entry', () => {
  const facts = {
    time: new Date(0),
    call: 'c',
    tool: 'tool',
    program: ['tool'],
    attempt: 2,
    waitedMs: 1000.4,
    durationMs: 12.3,
    dialect: 'claw-2.0',
    traceId: 't',
  }
  const history = { program: ['tool'], name: 'tool', argv: ['tool'], steps: [] }

  test('records operation, target, category and code', () => {
    const outcome = fail({
      exit: 'GENERAL_ERROR',
      error: {
        code: 'filesystem',
        message: 'm',
        operation: 'write',
        target: '/tmp/out.md',
        retryable: true,
      },
    })
    const argv = ['tool', 'users', 'add', '--name', 'x']
    const made = toJournalEntry(
      { ...facts, argv, outcome, verdict: decide(outcome, history) },
      createRedactor(),
    )
    expect(made).toMatchObject({
      command: 'users add',
      outcome: 'failure',
      category: 'GENERAL_ERROR',
      code: 'filesystem',
      operation: 'write',
      target: '/tmp/out.md',
      verdict: 'escalate',
      reason: 'IN_DOUBT',
      waited_ms: 1000,
      duration_ms: 12,
    })
  })

  test('has no secrets and stays small for any call', () => {
    const outcome = succeed({ data: {} })
    const argv = [
      'tool',
      'login',
      '--token',
      'hunter2-hunter2',
      'x'.repeat(100_000),
      ...Array.from({ length: 5000 }, () => 'w'),
    ]
    const made = toJournalEntry(
      { ...facts, argv, outcome, verdict: decide(outcome, history) },
      createRedactor(),
    )
    const line = JSON.stringify(made)
    expect(line).not.toContain('hunter2')
    expect(line.length).toBeLessThan(8000)
  })
})

test('counts failed writes by target, with rates and durations', async () => {
  const write = {
    outcome: 'failure',
    operation: 'write',
    code: 'filesystem',
    category: 'GENERAL_ERROR',
  } as const
  const entries = [
    entry({ duration_ms: 10 }),
    entry({ duration_ms: 20, tool: 'other' }),
    entry({ ...write, target: '/a', duration_ms: 100 }),
    entry({ ...write, target: '/a', duration_ms: 300, attempt: 2, waited_ms: 1000 }),
    entry({ ...write, target: '/b', duration_ms: 50, time: '2026-11-15T03:00:00.000Z' }),
    entry({ ...write, operation: 'open', target: '/b' }),
  ]
  const whole = await journalStats(entries, { by: ['tool'] })
  expect(whole.total).toMatchObject({
    attempts: 6,
    failures: 4,
    failure_rate: 4 / 6,
    retries: 1,
    waited_ms: 1000,
  })
  expect(whole.groups.map(({ key, failures }) => [key.tool, failures])).toEqual([
    ['tool', 4],
    ['other', 0],
  ])
  const writes = await journalStats(entries, {
    by: ['operation', 'target'],
    filter: { operation: 'write' },
  })
  expect(writes.total.failures).toBe(3)
  expect(writes.groups[0]).toMatchObject({ key: { operation: 'write', target: '/a' }, failures: 2 })
  expect(writes.groups[0]?.duration_ms).toMatchObject({ mean: 200, min: 100, max: 300 })
  expect(writes.to).toBe('2026-11-15T03:00:00.000Z')
  expect((await journalStats([], {})).total).toMatchObject({ attempts: 0, failure_rate: 0 })
  const since = await journalStats(entries, { filter: { since: new Date('2026-11-15T02:30:00Z') } })
  expect(since.total.attempts).toBe(1)
})
