import { expect, test } from 'vitest'

import { failureLine, progressLine, shortName } from './progress-line.ts'

test.each([
  [['git', 'status'], 'git'],
  [['/usr/bin/git'], 'git'],
  [['node', '--no-warnings', 'tools/deploy.mjs', 'x'], 'deploy.mjs'],
  [['node', '-v'], 'node'],
  [[], ''],
])('%j is called %s', (argv, name) => {
  expect(shortName(argv)).toBe(name)
})

test('says which attempt it is, and how long it waits for what', () => {
  const verdict = {
    kind: 'retry_after',
    reason: 'RATE_LIMITED',
    message: '',
    soft_redirects: [],
    wait_ms: 1500,
  } as const
  expect(progressLine({ kind: 'attempt_started', attempt: 1, argv: ['x'] }, 'x')).toBe('x')
  expect(progressLine({ kind: 'attempt_started', attempt: 2, argv: ['x'] }, 'x')).toBe(
    'x: attempt 2',
  )
  expect(progressLine({ kind: 'waiting', wait_ms: 1500, verdict }, 'x')).toBe(
    'x: RATE_LIMITED, next attempt in 1.5s',
  )
})

test('says about a failure only what its error does not', () => {
  const call = (count: number, waited: number, message: string) =>
    failureLine({
      attempts: Array.from({ length: count }),
      timing: { waited_ms: waited } as never,
      verdict: { kind: 'escalate', reason: 'IN_DOUBT', message, soft_redirects: [] } as never,
      outcome: { error: { code: 'GONE', message: 'It is gone.' } as never },
    })
  expect(call(1, 0, 'It is gone.')).toBeNull()
  expect(call(1, 0, 'Check the state.')).toBe('Check the state.')
  expect(call(3, 1500, 'It is gone.')).toBe('3 attempts, 1.5s waited')
  expect(call(3, 0, 'Check the state.')).toBe('3 attempts; Check the state.')
})
