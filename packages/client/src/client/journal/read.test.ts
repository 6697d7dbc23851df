import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { JournalEntry } from './entry.ts'
import { entry } from './entry.table.ts'
import { createJournal } from './journal.ts'
import { isStart, type JournalProblem, parseLine, readJournal } from './read.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surety-reading-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function readAll(home: string) {
  const problems: JournalProblem[] = []
  const entries: JournalEntry[] = []
  for await (const one of readJournal(home, { onProblem: (found) => problems.push(found) }))
    entries.push(one)
  return { entries, problems }
}

const line = (more: object) => `${JSON.stringify({ ...entry(), ...more })}\n`

test('skips damaged lines and says where they are', async () => {
  const home = join(folder, 'damaged')
  createJournal(home).append(entry())
  const file = join(home, 'journal.ndjson')
  const damaged = [
    'noise\n',
    '{"v":2}\n',
    '{"v":1,"tool":"x\n',
    '\0\0\0\n',
    line({ time: 'yesterday' }),
    line({ duration_ms: 'long' }),
    line({ duration_ms: 1e300 }),
    line({ waited_ms: -1 }),
    line({ tool: null }),
    line({ argv: 'tool' }),
    line({ code: { a: 1 } }),
    `${'x'.repeat(3_000_000)}\n`,
  ]
  appendFileSync(file, damaged.join(''))
  createJournal(home).append(entry({ attempt: 2 }))
  const { entries, problems } = await readAll(home)
  expect(entries.map(({ attempt }) => attempt)).toEqual([1, 2])
  expect(problems).toEqual(
    damaged.map((_, index) => ({ file, line: index + 2, message: 'is damaged' })),
  )
})

test('finds a complete line behind half a line of another process', () => {
  const whole = JSON.stringify(entry({ target: '{"v":1,"time":"x"}' }))
  for (const length of [0, 1, 8, 40, whole.length - 1]) {
    expect(parseLine(whole.slice(0, length) + whole)).toEqual(JSON.parse(whole) as unknown)
  }
})

test('does not count a last line that is being written', async () => {
  const home = join(folder, 'under-way')
  mkdirSync(home)
  writeFileSync(join(home, 'journal.ndjson'), line({}) + line({}).slice(0, 30))
  expect(await readAll(home)).toMatchObject({ entries: [{ attempt: 1 }], problems: [] })
})

test('keeps entries with line separators of Unicode in one piece', async () => {
  const home = join(folder, 'separators')
  createJournal(home).append(entry({ target: 'a\u2028b\u2029c\u0085d' }))
  const { entries, problems } = await readAll(home)
  expect(entries).toMatchObject([{ target: 'a\u2028b\u2029c\u0085d' }])
  expect(problems).toEqual([])
})

test('whatever a line holds, it is damaged, or all members that figures need are there', async () => {
  const members = Object.keys(entry())
  const line = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc
      .tuple(fc.constantFrom(...members), fc.jsonValue())
      .map(([name, value]) => JSON.stringify({ ...entry(), [name]: value })),
  )
  fc.assert(
    fc.property(line, (text) => {
      const record = parseLine(text)
      if (record === undefined || isStart(record)) return
      const { duration_ms: ms, waited_ms: waited, attempt, time } = record
      for (const figure of [ms, waited, attempt, Date.parse(time)])
        expect(figure).toSatisfy(Number.isFinite)
    }),
  )
})
