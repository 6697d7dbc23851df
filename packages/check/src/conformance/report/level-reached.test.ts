import { expect, test } from 'vitest'

import { levelReached, type Finding } from './report.ts'

const finding = (level: Finding['level'], status: Finding['status']) => ({ level, status })

test('reaches the level that was asked for if everything up to it is kept', () => {
  const all = [finding(1, 'kept'), finding(2, 'kept'), finding(3, 'kept')]
  expect(levelReached(3, all).reached).toBe(3)
  expect(levelReached(2, all)).toMatchObject({ asked: 2, reached: 2 })
  // Those that were not run may be broken.
  expect(levelReached(2, all, false).reached).toBe(0)
})

test('does not reach a level that has anything broken or not shown, or any level above it', () => {
  expect(
    levelReached(3, [finding(1, 'kept'), finding(2, 'not_shown'), finding(3, 'kept')]),
  ).toEqual({
    asked: 3,
    reached: 1,
    levels: [
      { level: 1, status: 'reached' },
      { level: 2, status: 'not_shown' },
      { level: 3, status: 'not_shown' },
    ],
  })
  expect(levelReached(3, [finding(1, 'broken'), finding(2, 'not_shown')]).levels).toEqual([
    { level: 1, status: 'broken' },
    { level: 2, status: 'broken' },
    { level: 3, status: 'broken' },
  ])
})

test('reaches nothing if nothing was found', () => {
  expect(levelReached(3, []).reached).toBe(0)
})
