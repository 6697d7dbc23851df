import { appendFileSync, existsSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { tryLock } from '@surety/internal/process/file-lock.ts'
import { entry } from './entry.table.ts'
import { createJournal } from './journal.ts'
import { readJournal } from './read.ts'
import { rotatedNames } from './rotation.ts'

let base = ''
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'surety-rotation-'))
})
afterAll(() => rm(base, { recursive: true, force: true }))
afterEach(() => void vi.useRealTimers())

async function attemptsIn(folder: string): Promise<readonly number[]> {
  const found: number[] = []
  for await (const { attempt } of readJournal(folder)) found.push(attempt)
  return found
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('keeps the newest lines and their order, and deletes the oldest files', async () => {
  const home = join(base, 'order')
  const journal = createJournal(home, { maxBytes: 1000, keep: 3 })
  for (const attempt of upTo(40)) journal.append(entry({ attempt }))
  const found = await attemptsIn(home)
  expect(found).toEqual(upTo(40).slice(-found.length))
  expect(rotatedNames(await readdir(home))).toHaveLength(3)
})

test('loses nothing if files are rotated in one millisecond', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  const home = join(base, 'same-time')
  const journal = createJournal(home, { maxBytes: 1, keep: 100 })
  for (const attempt of upTo(20)) journal.append(entry({ attempt }))
  expect(await attemptsIn(home)).toEqual(upTo(20))
})

test('deletes the oldest file, not the newest, after the clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-01') })
  const home = join(base, 'clock')
  const journal = createJournal(home, { maxBytes: 1, keep: 3 })
  for (const attempt of upTo(3)) journal.append(entry({ attempt }))
  vi.setSystemTime(new Date('2020-01-01'))
  for (const attempt of [4, 5]) journal.append(entry({ attempt }))
  expect(await attemptsIn(home)).toEqual([3, 4, 5])
})

test('sorts files by number beyond any width', () => {
  const numbered = [
    'journal-000000002-0a0a0a0a.ndjson',
    'journal-999999999-00000000.ndjson',
    'journal-1000000000-ffffffff.ndjson',
  ]
  const foreign = ['journal.ndjson', 'journal-x.ndjson', 'journal.lock', 'journal-1-zz.ndjson']
  expect(rotatedNames([...numbered, ...foreign].toReversed())).toEqual(numbered)
})

test('does not rotate while another process does, nor a file that is small again', async () => {
  const home = join(base, 'locked')
  const journal = createJournal(home, { maxBytes: 1000, keep: 100 })
  journal.append(entry())
  const lock = tryLock(join(home, 'journal.lock'))
  for (const attempt of upTo(10)) expect(journal.append(entry({ attempt }))).toBe(true)
  expect(rotatedNames(await readdir(home))).toEqual([])
  if (lock.kind === 'taken') lock.release()
  await expect
    .poll(async () => {
      journal.append(entry())
      return rotatedNames(await readdir(home)).length
    })
    .toBe(1)
})

test('writes a line again if its file was deleted at that moment', async () => {
  const home = join(base, 'deleted')
  const journal = createJournal(home)
  journal.append(entry({ attempt: 1 }))
  await rm(join(home, 'journal.ndjson'))
  expect(journal.append(entry({ attempt: 2 }))).toBe(true)
  expect(await attemptsIn(home)).toEqual([2])
})

test('reads every line once while files are rotated', async () => {
  const home = join(base, 'reading')
  const journal = createJournal(home, { maxBytes: 2000, keep: 1000 })
  for (const attempt of upTo(50)) journal.append(entry({ attempt }))
  const found: number[] = []
  let next = 51
  for await (const { attempt } of readJournal(home)) {
    found.push(attempt)
    // Stops after a while, or the reader would never reach the end.
    if (next <= 300) journal.append(entry({ attempt: next++ }))
  }
  expect(found).toEqual(upTo(found.length))
  expect(found.length).toBeGreaterThanOrEqual(50)
})

test('deletes drafts that killed processes left, if they are old', () => {
  const home = join(base, 'drafts')
  createJournal(home).append(entry())
  const id = '0b7e3cbc-072b-4c0c-8361-0a6143a53fd6'
  const [old, fresh, other] = ['journal.lock.', 'journal.lock.', 'mine.'].map((start, index) =>
    join(home, `${start}${id.replace('0', String(index))}.tmp`),
  ) as [string, string, string]
  for (const path of [old, fresh, other]) writeFileSync(path, '')
  for (const path of [old, other]) utimesSync(path, 1, 1)
  appendFileSync(join(home, 'journal.ndjson'), 'x'.repeat(2000))
  createJournal(home, { maxBytes: 1000 }).append(entry())
  expect([old, fresh, other].map((path) => existsSync(path))).toEqual([false, true, true])
})
