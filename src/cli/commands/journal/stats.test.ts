import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { JournalEntry } from '../../../client/index.ts'
import { TrendCounter } from './stats.ts'

const entry = (time: number, outcome: JournalEntry['outcome']) =>
  ({ time: new Date(time).toISOString(), outcome }) as JournalEntry
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

test('no entry is lost between buckets, and there are never more than fit a line', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 4e12 }), fc.constantFrom('success', 'failure'))),
      (entries) => {
        const counter = new TrendCounter()
        for (const [time, outcome] of entries) counter.add(entry(time, outcome))
        const { attempts, failures } = counter.trend()
        expect(sum(attempts)).toBe(entries.length)
        expect(sum(failures)).toBe(entries.filter(([, outcome]) => outcome === 'failure').length)
        expect(attempts.length).toBeLessThanOrEqual(24)
      },
    ),
  )
})

test('an entry without a time does not count', () => {
  const counter = new TrendCounter()
  counter.add({ time: 'once', outcome: 'failure' } as JournalEntry)
  expect(counter.trend()).toEqual({ bucket_ms: 60_000, attempts: [], failures: [] })
})
