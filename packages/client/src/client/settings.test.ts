import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { resolveSettings, resolveWorld } from './settings.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const { sleep } = resolveWorld({ memory: false })

// Timers of Node fire at once beyond 2^31 - 1 ms, which is less than 25 days.
test('a wait of more than 24 days is not over at once', async () => {
  const woke = vi.fn()
  const waiting = sleep(2 ** 32).then(woke)
  await vi.advanceTimersByTimeAsync(2 ** 32 - 1)
  expect(woke).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await waiting
})

test('an abort ends a wait and leaves no timer behind', async () => {
  const controller = new AbortController()
  const waiting = sleep(2 ** 32, controller.signal)
  controller.abort()
  await waiting
  await sleep(2 ** 32, controller.signal)
  expect(vi.getTimerCount()).toBe(0)
})

test('a limit may be longer than a timer of Node, but must be a whole number', () => {
  const timeoutMs = 2 ** 40
  const policy = { maxWaitMs: 2 ** 40 }
  expect(resolveSettings(['a'], { timeoutMs, policy })).toMatchObject({ timeoutMs })
  for (const wrong of [0, 1.5, Number.NaN, 2 ** 53])
    expect(() => resolveSettings(['a'], { timeoutMs: wrong })).toThrow('timeoutMs')
})
