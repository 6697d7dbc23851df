import { expect, test } from 'vitest'

import { progressLine, shortName } from './progress-line.ts'

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
