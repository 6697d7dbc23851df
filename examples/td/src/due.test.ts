import fc from 'fast-check'
import { expect, test } from 'vitest'

import { dayOf, parseDue } from './due.ts'

// A Sunday.
const now = new Date(2026, 10, 15, 23, 59)

test.each([
  ['today', '2026-11-15'],
  [' Tomorrow ', '2026-11-16'],
  ['monday', '2026-11-16'],
  ['Sunday', '2026-11-22'],
  ['in 1 day', '2026-11-16'],
  ['in 46 days', '2026-12-31'],
  ['2028-02-29', '2028-02-29'],
])('%j is %s', (text, date) => {
  expect(parseDue(text, now)).toEqual({ string: text.trim(), date })
})

test.each(['', 'soon', '2026-02-30', '2026-13-01', 'in -1 days', 'in 99999 days', '2026-1-1'])(
  '%j is no date',
  (text) => {
    expect(parseDue(text, now)).toBeUndefined()
  },
)

test('every day of the calendar is read back, and no text throws', () => {
  const days = fc.date({
    min: new Date(2000, 0, 1),
    max: new Date(2099, 11, 31),
    noInvalidDate: true,
  })
  fc.assert(fc.property(days, (day) => parseDue(dayOf(day), now)?.date === dayOf(day)))
  fc.assert(
    fc.property(fc.string(), (text) =>
      /^\d{4}-\d\d-\d\d$/.test(parseDue(text, now)?.date ?? '2000-01-01'),
    ),
  )
})
