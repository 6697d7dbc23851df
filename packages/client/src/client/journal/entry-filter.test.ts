import { expect, test } from 'vitest'

import { passes } from './entry-filter.ts'
import { entry } from './entry.table.ts'

const deploy = entry({ tool: 'node /srv/deploy.mjs', outcome: 'failure' })

test('a tool is named by all of its name or by the last part', () => {
  expect(passes(deploy, { tool: 'deploy.mjs' })).toBe(true)
  expect(passes(deploy, { tool: 'node /srv/deploy.mjs' })).toBe(true)
  expect(passes(deploy, { tool: 'deploy' })).toBe(false)
})

test('every condition has to hold', () => {
  const since = new Date(deploy.time)
  expect(passes(deploy, { tool: 'deploy.mjs', outcome: 'failure', since })).toBe(true)
  expect(passes(deploy, { outcome: 'success', since })).toBe(false)
  expect(passes(deploy, { since: new Date(since.getTime() + 1) })).toBe(false)
})
