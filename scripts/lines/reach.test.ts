import { expect, it } from 'vitest'

import { measureReach } from './reach.ts'

it('reaches four fifths of the lines with gh, a sixth of all, three tenths with stored results', async () => {
  const { all, gh, ghReached, reached, reachedWithResults } = await measureReach()
  expect([all, gh]).toEqual([2130, 182])
  expect(ghReached / gh).toBeGreaterThanOrEqual(0.8)
  expect(reached / all).toBeGreaterThanOrEqual(0.17)
  expect(reachedWithResults / all).toBeGreaterThanOrEqual(0.3)
})
