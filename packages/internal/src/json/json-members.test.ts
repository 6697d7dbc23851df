import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isDeeperThan } from './json-depth.ts'
import { addMembers, withoutMembers } from './json-values.ts'

const members = fc.dictionary(
  fc.oneof(fc.constantFrom('__proto__', 'constructor', '1', 'a'), fc.string()),
  fc.jsonValue(),
)

describe('addMembers', () => {
  it('does what spreading does, for any names', () => {
    fc.assert(
      fc.property(members, members, (first, second) => {
        const target = { ...first }
        addMembers(target, second)
        expect(JSON.stringify(target)).toBe(JSON.stringify({ ...first, ...second }))
      }),
    )
  })
})

describe('withoutMembers', () => {
  it('copies all members but the named ones', () => {
    const source = JSON.parse('{"b":1,"__proto__":2,"a":3}') as Record<string, number>
    expect(JSON.stringify(withoutMembers(source, new Set(['b'])))).toBe('{"__proto__":2,"a":3}')
  })
})

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

describe('isDeeperThan', () => {
  it('counts arrays and objects', () => {
    expect(isDeeperThan(0, 'text')).toBe(false)
    expect(isDeeperThan(0, [])).toBe(true)
    expect(isDeeperThan(2, { a: [1, 2] })).toBe(false)
    expect(isDeeperThan(1, { a: [1, 2] })).toBe(true)
  })

  it('agrees with a recursive count', () => {
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

  it('copes with any depth', () => {
    expect(isDeeperThan(200_000, nested(200_000))).toBe(false)
    expect(isDeeperThan(199_999, nested(200_000))).toBe(true)
  })
})
