import { expect, test } from 'vitest'

import { createProgressReports, type ProgressParams } from './sdk.ts'

test('numbers always grow, and reports that come too fast are left out', () => {
  let now = 0
  const sent: ProgressParams[] = []
  const report = createProgressReports(
    (params) => sent.push(params),
    () => now,
  )
  report({ message: 'first' })
  report({ message: 'too soon' })
  now = 100
  report({ message: 'a number', done: 10, total: 20 })
  now = 200
  report({ message: 'a smaller one', done: 3, total: 5 })
  expect(sent).toEqual([
    { progress: 1, message: 'first' },
    { progress: 10, total: 20, message: 'a number' },
    { progress: 11, message: 'a smaller one' },
  ])
})
