import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isDeeperThan } from './json-depth.ts'

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

test('counts arrays and objects', () => {
  expect(isDeeperThan(0, 'text')).toBe(false)
  expect(isDeeperThan(0, [])).toBe(true)
  expect(isDeeperThan(2, { a: [1, 2] })).toBe(false)
  expect(isDeeperThan(1, { a: [1, 2] })).toBe(true)
})

test('agrees with a recursive count', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
      : 0
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(8), (value, limit) => {
      expect(isDeeperThan(limit, value)).toBe(depthOf(value) > limit)
    }),
  )
})

test('copes with any depth', () => {
  expect(isDeeperThan(200_000, nested(200_000))).toBe(false)
  expect(isDeeperThan(199_999, nested(200_000))).toBe(true)
})
