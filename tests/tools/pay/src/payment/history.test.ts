import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'

import {
  appendHistory,
  historyPath,
  readHistory,
  spentSince,
  type HistoryEntry,
} from './history.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'pay-history-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const entry = (facts: Partial<HistoryEntry> = {}): HistoryEntry => ({
  timestamp: '2026-03-01T10:00:00.000Z',
  chain: 'base',
  signer: '0x1',
  method: 'GET',
  url: 'https://h.example/',
  host: 'h.example',
  status: 200,
  protocol: 'x402',
  price_usd: 1,
  ok: true,
  ...facts,
})

test('there is no history at first', async () => {
  expect(await readHistory(home)).toEqual({ entries: [], unreadable: 0 })
})

test('the newest entry comes first', async () => {
  await appendHistory(home, entry({ url: 'https://h.example/1' }))
  await appendHistory(home, entry({ url: 'https://h.example/2' }))
  const { entries } = await readHistory(home)
  expect(entries.map(({ url }) => url)).toEqual(['https://h.example/2', 'https://h.example/1'])
})

test('a line that a crash cut short costs that line alone', async () => {
  await appendHistory(home, entry())
  await appendFile(historyPath(home), '{"timestamp":"2026-03-0')
  await appendHistory(home, entry({ host: 'after.example' }))
  const { entries, unreadable } = await readHistory(home)
  expect(entries.map(({ host }) => host)).toEqual(['after.example', 'h.example'])
  expect(unreadable).toBe(1)
})

test('whatever the file holds, reading gives entries and a count of the rest', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.string(), fc.json(), fc.constant(JSON.stringify(entry())))),
      async (lines) => {
        await writeFile(historyPath(home), lines.join('\n'))
        const { entries, unreadable } = await readHistory(home)
        const written = lines
          .join('\n')
          .split('\n')
          .filter((line) => line.trim() !== '')
        expect(entries.length + unreadable).toBe(written.length)
        expect(spentSince(entries, '', 'h.example').today).toBeGreaterThanOrEqual(0)
      },
    ),
    { numRuns: 50 },
  )
})

test('what was spent counts calls that were paid, since a moment and with a merchant', () => {
  const entries = [
    entry({ price_usd: 1 }),
    entry({ price_usd: 2, host: 'other.example' }),
    entry({ price_usd: 4, timestamp: '2026-02-28T23:59:59.999Z' }),
    entry({ price_usd: 8, ok: false }),
  ]
  expect(spentSince(entries, '2026-03-01T00:00:00.000Z', 'h.example')).toEqual({
    today: 3,
    merchant: 5,
  })
})
