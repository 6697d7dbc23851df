import { expect, test } from 'vitest'

import { resolveSettings, resolveWorld } from '../settings.ts'
import type { RunOptions } from '../options.ts'
import { CallBudget } from './call-budget.ts'

function budget(options: RunOptions, env: NodeJS.ProcessEnv = {}) {
  const settings = resolveSettings(['tool'], options)
  const world = resolveWorld({ memory: false, inheritedEnv: env })
  return new CallBudget(settings, world)
}

test('tells a tool only of a budget that is shorter than its own', () => {
  expect(budget({}).variables()).toEqual({})
  expect(budget({ timeoutMs: 4000 }).variables()).toEqual({ AGENT_CALL_BUDGET_MS: '3000' })
  expect(budget({ deadlineMs: 2000 }).variables()).toEqual({ AGENT_CALL_BUDGET_MS: '1500' })
  expect(budget({ timeoutMs: 1 }).variables()).toEqual({ AGENT_CALL_BUDGET_MS: '1' })
  expect(budget({ timeoutMs: 4000, env: { AGENT_CALL_BUDGET_MS: '9' } }).variables()).toEqual({})
})

test("passes on the caller's budget, unless the call has a time limit of its own", () => {
  const env = { AGENT_CALL_BUDGET_MS: '5000' }
  expect(budget({}, env).variables()).toEqual({ AGENT_CALL_BUDGET_MS: '5000' })
  expect(budget({ timeoutMs: 4000 }, env).variables()).toEqual({ AGENT_CALL_BUDGET_MS: '3000' })
  expect(budget({ deadlineMs: 600_000 }, env).variables()).toEqual({})
  for (const text of ['0', '', '-1', '1e3', 'soon']) {
    expect(budget({}, { AGENT_CALL_BUDGET_MS: text }).variables()).toEqual({})
  }
})

test('lets no continuation start that has no time', () => {
  expect(budget({}).whySpent(0)).toBeUndefined()
  expect(budget({ deadlineMs: 900 }).whySpent(0)).toContain('900 ms')
  expect(budget({}, { AGENT_CALL_BUDGET_MS: '900' }).whySpent(0)).toContain('AGENT_CALL_BUDGET_MS')
  expect(budget({ deadlineMs: 60_000 }, { AGENT_CALL_BUDGET_MS: '9' }).whySpent(0)).toBeUndefined()
})
