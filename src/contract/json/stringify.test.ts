import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { JsonValue } from './json-value.ts'
import { stringifyJson } from './stringify.ts'

function nest(value: JsonValue, levels: number): JsonValue {
  let deep = value
  for (let level = 0; level < levels; level++) deep = [deep]
  return deep
}

test('writes what JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 4 }), (value, indent) => {
      expect(stringifyJson(value as JsonValue, { indent })).toBe(
        JSON.stringify(value, null, indent),
      )
    }),
  )
})

test('writes the same text if the value is too deep for JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const depth = 30_000
      const text = stringifyJson(nest(value as JsonValue, depth))
      expect(text.slice(depth, -depth)).toBe(JSON.stringify(value))
    }),
    { numRuns: 10 },
  )
})

test('indents a deep value as JSON.stringify would', () => {
  const depth = 8000
  const text = stringifyJson(nest({ a: [1, { b: [] }], c: {} }, depth), { indent: 1 })
  const lines = text.split('\n').slice(depth, -depth)
  expect(lines.map((line) => line.slice(depth)).join('\n')).toBe(
    JSON.stringify({ a: [1, { b: [] }], c: {} }, null, 1),
  )
})

test('writes a value on one line if indentation would make it too large', () => {
  const text = stringifyJson(nest(1, 100_000), { indent: 2 })
  expect(text).toHaveLength(200_001)
})

test('escapes everything beyond ASCII on request, without changing the value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const text = stringifyJson(value as JsonValue, { ascii: true })
      expect(text).toMatch(/^[\u0020-\u007E]*$/)
      expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(value))
    }),
  )
})
