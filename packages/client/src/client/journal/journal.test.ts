import { execFileSync } from 'node:child_process'
import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { fail, succeed } from 'surety/unstable/contract'
import { decide } from '../decide/decide.ts'
import { toJournalEntry, type JournalEntry } from './entry.ts'
import { entry } from './entry.table.ts'
import { createJournal } from './journal.ts'
import { type JournalProblem, parseLine, readJournal, tailJournal } from './read.ts'
import { createRedactor } from '@surety/internal/redact/redactor.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surety-journal-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

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

  test('goes on writing after another process rotated and removed its file', async () => {
    const home = join(folder, 'moved')
    const journal = createJournal(home)
    journal.append(entry({ attempt: 1 }))
    await rename(join(home, 'journal.ndjson'), join(home, 'journal-000000001-0a0a0a0a.ndjson'))
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
})

describe('a journal behind a link', () => {
  test('is not written through a link to a file', async () => {
    const home = join(folder, 'linked-file')
    const foreign = join(folder, 'foreign.txt')
    await mkdir(home)
    await writeFile(foreign, 'untouched\n')
    await symlink(foreign, join(home, 'journal.ndjson'))
    const journal = createJournal(home, { maxBytes: 1 })
    expect(journal.append(entry())).toBe(false)
    expect(journal.problem).toContain('ELOOP')
    expect(await readFile(foreign, 'utf8')).toBe('untouched\n')
    const problems: JournalProblem[] = []
    for await (const _ of readJournal(home, { onProblem: (one) => problems.push(one) }));
    expect(problems).toEqual([
      { file: join(home, 'journal.ndjson'), line: null, message: 'cannot be read (ELOOP)' },
    ])
  })

  test('is written to a folder elsewhere, unless others can change that folder', async () => {
    const real = join(folder, 'elsewhere')
    await mkdir(real, { mode: 0o700 })
    await symlink(real, join(folder, 'link'))
    const home = join(folder, 'link')
    expect(createJournal(home).append(entry())).toBe(true)
    await chmod(real, 0o777)
    const journal = createJournal(home)
    expect(journal.append(entry())).toBe(false)
    expect(journal.problem).toContain('others can write to')
    expect(await all(home)).toHaveLength(1)
  })

  test('neither writes to a pipe nor waits for one', async () => {
    const home = join(folder, 'pipe')
    await mkdir(home)
    execFileSync('mkfifo', [join(home, 'journal.ndjson')])
    expect(createJournal(home).append(entry())).toBe(false)
    expect(await all(home)).toEqual([])
  })
})

describe('a journal entry', () => {
  const facts = {
    time: new Date(0),
    call: 'c',
    tool: 'tool',
    program: ['tool'],
    attempt: 2,
    waited_ms: 1000,
    duration_ms: 12,
    dialect: 'claw-2.0',
    trace_id: 't',
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

  test('keeps warnings and soft redirects, redacted', () => {
    const warnings = ['disk is nearly full', 'use token=abc123def instead']
    const outcome = succeed({ data: {}, warnings })
    const verdict = { ...decide(outcome, history), soft_redirects: ['Use people list.'] }
    const made = toJournalEntry({ ...facts, argv: ['tool'], outcome, verdict }, createRedactor())
    expect(made).toMatchObject({
      warnings: ['disk is nearly full', 'use token=[REDACTED] instead'],
      soft_redirects: ['Use people list.'],
    })
    expect(parseLine(JSON.stringify(made))).toEqual(made)
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
