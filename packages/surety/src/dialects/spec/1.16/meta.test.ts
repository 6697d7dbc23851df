import { expect, test } from 'vitest'

import { isDateTime } from './meta.ts'

test.each([
  ['2026-02-28T10:00:00Z', true],
  ['2024-02-29T23:59:60+02:00', true],
  ['2026-02-29T10:00:00Z', false],
  ['2026-04-31T10:00:00.5-11:30', false],
  ['2026-13-45T10:00:00Z', false],
  ['2026-02-28', false],
  [20260228, false],
])('%j is a moment that exists: %s', (value, is) => {
  expect(isDateTime(value)).toBe(is)
})
