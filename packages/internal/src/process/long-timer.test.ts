import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { startTimer } from './long-timer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 33 + 7])('calls back after %d ms, no sooner', (ms) => {
  const act = vi.fn()
  startTimer(ms, act)
  vi.advanceTimersByTime(Math.max(0, ms - 1))
  expect(act).toHaveBeenCalledTimes(ms === 0 ? 1 : 0)
  vi.advanceTimersByTime(1)
  expect(act).toHaveBeenCalledTimes(1)
})

test('never calls back where there is no limit', () => {
  const act = vi.fn()
  const cancel = startTimer(Infinity, act)
  vi.advanceTimersByTime(2 ** 40)
  expect(act).not.toHaveBeenCalled()
  cancel()
  expect(vi.getTimerCount()).toBe(0)
})

test('does not call back once it is cancelled', () => {
  const act = vi.fn()
  const cancel = startTimer(2 ** 32, act)
  vi.advanceTimersByTime(2 ** 31)
  cancel()
  vi.advanceTimersByTime(2 ** 33)
  expect(act).not.toHaveBeenCalled()
})
