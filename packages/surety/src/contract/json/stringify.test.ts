import { expect, test } from 'vitest'

import type { JsonValue } from './json-value.ts'
import { stringifyJson } from './stringify.ts'

test('writes one line, indented lines or ASCII only', () => {
  expect(stringifyJson({ name: 'Zoë' })).toBe('{"name":"Zoë"}')
  expect(stringifyJson({ name: 'Zoë' }, { indent: 2 })).toBe('{\n  "name": "Zoë"\n}')
  expect(stringifyJson({ name: 'Zoë' }, { ascii: true })).toBe('{"name":"Zo\\u00eb"}')
})

test('writes a value that is too deep for JSON.stringify', () => {
  let deep: JsonValue = 1
  for (let level = 0; level < 100_000; level += 1) deep = [deep]
  expect(stringifyJson(deep, { indent: 2 })).toHaveLength(200_001)
})

test('reports a text that is too long for a string', () => {
  // Writing half a gigabyte takes many seconds; this fails in the same way at once.
  const tooLong = {
    get text(): string {
      throw new RangeError('Invalid string length')
    },
  }
  expect(() => stringifyJson(tooLong)).toThrow('longer than a string can be')
})
