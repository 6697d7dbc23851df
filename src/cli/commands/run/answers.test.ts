import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { JsonValue } from '../../../contract/index.ts'
import { bytesOf, maxBytes, shorten } from './answers.ts'

describe('data that is too large', () => {
  test('loses the end of its longest text', () => {
    const data = { stdout: 'x'.repeat(1000), stderr: 'oops', exit_code: 1 }
    expect(shorten(data, 100)).toEqual({
      stdout: 'x'.repeat(100 - bytesOf({ ...data, stdout: '' })),
      stderr: 'oops',
      exit_code: 1,
    })
  })

  test('loses the end of its list', () => {
    const list = Array.from({ length: 100 }, (_, index) => ({ id: index }))
    const short = shorten(list, 50) as JsonValue[]
    expect(short).toEqual(list.slice(0, short.length))
    expect(short.length).toBeGreaterThan(3)
  })

  test('never gets longer than allowed, and what fits stays as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 64, max: 2000 }), (value, budget) => {
        const data = [value, value, 'text'] as JsonValue
        const short = shorten(data, budget)
        if (bytesOf(data) <= budget) expect(short).toEqual(data)
        else expect(bytesOf(short)).toBeLessThanOrEqual(budget)
      }),
    )
  })
})

test.each([
  [undefined, 1024 * 1024 - 4096],
  ['nonsense', 1024 * 1024 - 4096],
  ['10000', 5904],
  ['100', 64],
  ['0', Number.POSITIVE_INFINITY],
])('a limit of %s leaves %s bytes', (limit, most) => {
  expect(maxBytes(limit)).toBe(most)
})
