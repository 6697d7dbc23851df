import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { toJsonText } from './json-text.ts'

function nest(value: unknown, levels: number, wrap = (inner: unknown): unknown => [inner]) {
  let deep = value
  for (let level = 0; level < levels; level += 1) deep = wrap(deep)
  return deep
}

describe('toJsonText', () => {
  test('writes what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 4 }), (value, indent) => {
        expect(toJsonText(value, indent)).toBe(JSON.stringify(value, null, indent))
      }),
    )
  })

  test('writes values that are too deep for JSON.stringify of Node 20', () => {
    const depth = 30_000
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = toJsonText(nest(value, depth))
        expect(text.slice(depth, -depth)).toBe(JSON.stringify(value))
      }),
      { numRuns: 10 },
    )
    expect(toJsonText(nest(1, depth, (a) => ({ a })))).toBe(
      `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    )
  })

  test('writes a value that is too deep to indent on one line', () => {
    expect(toJsonText(nest(1, 100_000), 2)).toHaveLength(200_001)
  })

  test('escapes everything beyond ASCII if asked to', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = toJsonText(value, 0, true)
        expect(text).toMatch(/^[\u0020-\u007E]*$/)
        expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(value))
      }),
    )
  })

  test('throws on values that are not JSON', () => {
    const circle: unknown[] = []
    circle.push(circle)
    expect(() => toJsonText(circle)).toThrow(TypeError)
    expect(() => toJsonText(1n)).toThrow(TypeError)
  })
})
