import { expect, test } from 'vitest'

import { ERROR_CODES } from './error-codes.ts'
import { isErrorCode } from './error-exits.ts'
import { isFailureName } from './exit-names.ts'
import { suretyError } from '../outcome/outcome.ts'
import { isSignalExitName } from './exit-codes.ts'
import { startStopwatch } from '../envelope/envelope.ts'

test('every error code leads to an exit that exists', () => {
  for (const [code, { exit, meaning }] of Object.entries(ERROR_CODES)) {
    expect([code, isFailureName(exit) || isSignalExitName(exit)]).toEqual([code, true])
    expect(meaning).toMatch(/\.$/)
  }
  expect(isErrorCode('constructor')).toBe(false)
})

test('an expected error gets its exit from the table and keeps its facts as fields', () => {
  const cause = new Error('ENOENT')
  const error = suretyError('FILE_NOT_FOUND', 'There is no file.', { target: 'notes.txt', cause })
  expect(error).toMatchObject({ exit: 'NOT_FOUND', facts: { target: 'notes.txt' }, cause })
  expect(error.toErrorInput()).toEqual({
    code: 'FILE_NOT_FOUND',
    message: 'There is no file.',
    target: 'notes.txt',
  })
})

test('a stopwatch gives whole milliseconds and never runs backwards', () => {
  let now = 100.4
  const watch = startStopwatch(() => now)
  now = 142.9
  expect(watch.elapsed()).toBe(43)
  now = 50
  expect(watch.elapsed()).toBe(0)
})
