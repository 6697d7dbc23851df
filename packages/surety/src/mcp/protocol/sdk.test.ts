import { expect, test } from 'vitest'

import { createProgressReports, type ProgressParams } from './sdk.ts'

test('numbers always grow, and of reports that come too fast the last one arrives', () => {
  let now = 0
  const sent: ProgressParams[] = []
  const { report, end } = createProgressReports(
    (params) => sent.push(params),
    () => now,
  )
  report({ message: 'first' })
  report({ message: 'too soon' })
  now = 100
  report({ message: 'a number', done: 10, total: 20 })
  now = 200
  report({ message: 'a smaller one', done: 3, total: 5 })
  report({ message: 'too soon again', done: 15 })
  report({ message: 'the last', done: 20 })
  end()
  report({ message: 'after the answer' })
  end()
  expect(sent).toEqual([
    { progress: 1, message: 'first' },
    { progress: 10, total: 20, message: 'a number' },
    { progress: 11, message: 'a smaller one' },
    { progress: 20, message: 'the last' },
  ])
})
