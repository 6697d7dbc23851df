import { expect, test } from 'vitest'

import type { JsonValue } from './json-value.ts'
import { stringifyJson } from './stringify.ts'

test('writes one line, indents and keeps to ASCII', () => {
  expect(stringifyJson({ name: 'Zoë' })).toBe('{"name":"Zoë"}')
  expect(stringifyJson({ name: 'Zoë' }, { indent: 2 })).toBe('{\n  "name": "Zoë"\n}')
  expect(stringifyJson({ name: 'Zoë' }, { ascii: true })).toBe('{"name":"Zo\\u00eb"}')
})

test('writes what is too deep for the platform', () => {
  let deep: JsonValue = 1
  for (let level = 0; level < 100_000; level += 1) deep = [deep]
  expect(stringifyJson(deep, { indent: 2 })).toHaveLength(200_001)
})

// Half a gigabyte of text takes its time on a busy machine.
test('says that a text is too long for a string', { timeout: 120_000 }, () => {
  const long = 'x'.repeat(2 ** 28)
  expect(() => stringifyJson([long, long])).toThrow('longer than a string can be')
})
