import { expect, it } from 'vitest'

import { bytesText, durationText, relativeText } from './cell.ts'

it.each([
  [0, '0ms'],
  [850, '850ms'],
  [1240, '1.2s'],
  [60_000, '1m'],
  [206_000, '3m 26s'],
  [7_500_000, '2h 5m'],
  [90_000_000, '1d 1h'],
])('writes %d milliseconds as %s', (ms, text) => {
  expect(durationText(ms)).toBe(text)
})

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [1_440_000, '1.4 MB'],
  [999_999_999, '1 GB'],
])('writes %d bytes as %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text)
})

it('writes a time relative to now', () => {
  const now = new Date('2026-11-15T12:00:00Z')
  const at = (time: string) => relativeText(new Date(time), now)
  expect(at('2026-11-15T11:59:50Z')).toBe('just now')
  expect(at('2026-11-15T11:59:00Z')).toBe('1 minute ago')
  expect(at('2026-11-15T09:00:00Z')).toBe('3 hours ago')
  expect(at('2026-11-17T12:00:00Z')).toBe('in 2 days')
})
