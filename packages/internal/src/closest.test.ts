import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { closest, editDistance } from './closest.ts'

describe('closest', () => {
  test.each([
    ['naem', ['name', 'names'], 'name'],
    ['ouput', ['output', 'offset'], 'output'],
    ['DEPLOY', ['deploy', 'destroy'], 'deploy'],
    ['jsno', ['json', 'jsonl'], 'json'],
    ['verb', ['verbose', 'version'], 'verbose'],
    ['x', ['a', 'b'], undefined],
    ['zz', ['ab'], undefined],
    ['completely-else', ['name'], undefined],
    ['', ['name'], undefined],
  ])('corrects %s to the nearest of %j', (word, candidates, expected) => {
    expect(closest(word, candidates)).toBe(expected)
  })

  test('gives up at once on a word of a megabyte', () => {
    expect(closest('x'.repeat(1_000_000), ['x'])).toBeUndefined()
  })
})

describe('editDistance', () => {
  test('counts a swap of neighbours as one change', () => {
    expect(editDistance('naem', 'name', 3)).toBe(1)
  })

  test('is symmetric, zero only for equal words, and never beyond the limit plus one', () => {
    const word = fc.string({ maxLength: 12 })
    fc.assert(
      fc.property(word, word, fc.nat(5), (a, b, limit) => {
        const distance = editDistance(a, b, limit)
        expect(distance).toBe(editDistance(b, a, limit))
        expect(distance).toBeLessThanOrEqual(limit + 1)
        expect(distance === 0).toBe(a === b)
      }),
    )
  })
})
