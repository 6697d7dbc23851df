import { expect, test } from 'vitest'

import { passes, type JournalEntry } from '@surety/client/unstable/client'
import { toFilter } from './entry-filter.ts'

const entry = {
  time: '2026-01-02T00:00:00.000Z',
  tool: 'node /srv/deploy.mjs',
  command: 'push',
  operation: 'write',
  target: 'a.json',
  code: 'EACCES',
  outcome: 'failure',
} as JournalEntry

test('a tool is named by all of its name or by the last part', () => {
  expect(passes(entry, { tool: 'deploy.mjs' })).toBe(true)
  expect(passes(entry, { tool: 'node /srv/deploy.mjs' })).toBe(true)
  expect(passes(entry, { tool: 'deploy' })).toBe(false)
})

test('every condition has to hold', () => {
  expect(passes(entry, { operation: 'write', code: 'EACCES', outcome: 'failure' })).toBe(true)
  expect(passes(entry, { operation: 'write', code: 'ENOENT' })).toBe(false)
  expect(passes({ ...entry, outcome: 'success' }, { outcome: 'failure' })).toBe(false)
})

test('a length of time reaches back from now', () => {
  const now = new Date('2026-01-02T01:00:00Z')
  expect(passes(entry, toFilter({ since: 2 * 3_600_000 }, now))).toBe(true)
  expect(passes(entry, toFilter({ since: 60_000 }, now))).toBe(false)
})
