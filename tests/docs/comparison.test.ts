import { expect, test } from 'vitest'

import { differenceInJson, differenceInText } from './comparison.ts'

test('text that differs is a difference', () => {
  expect(differenceInText('one\ntwo', 'one\nthree')).toContain('three')
})

test('a missing or an additional line is a difference', () => {
  expect(differenceInText('one\ntwo', 'one')).toBeDefined()
  expect(differenceInText('one', 'one\ntwo')).toBeDefined()
})

test('durations, timestamps and ids may differ', () => {
  const page = '{"duration_ms":3} 2026-01-02T03:04:05Z 12 ms 0b0f3a5e-5d0c-4a52-9c9a-6d4b0a6f6c11'
  const run = '{"duration_ms":48} 2027-09-08T07:06:05.123Z 7ms 9d0f3a5e-5d0c-4a52-9c9a-6d4b0a6f6c22'
  expect(differenceInText(page, run)).toBeUndefined()
})

test('a line of dots stands for any lines, an ellipsis for anything within a line', () => {
  expect(differenceInText('first\n...\nlast', 'first\na\nb\nlast')).toBeUndefined()
  expect(differenceInText('first\n...', 'first')).toBeUndefined()
  expect(differenceInText('took … today', 'took long today')).toBeUndefined()
  expect(differenceInText('first\n...\nlast', 'first\na\nb')).toBeDefined()
})

test('JSON is compared by value, whatever its layout and key order', () => {
  expect(differenceInJson('{ "a": 1,\n "b": [2] }', '{"b":[2],"a":1}')).toBeUndefined()
  expect(differenceInJson('{ "a": 1 }', '{"a":1,"b":2}')).toBeDefined()
  expect(differenceInJson('{ "a": [1] }', '{"a":[1,2]}')).toBeDefined()
  expect(differenceInJson('{ "a": 1 }', 'oops')).toContain('not JSON')
})

test('dots as a JSON string stand for any value', () => {
  expect(differenceInJson('{ "a": "..." }', '{"a":{"b":[]}}')).toBeUndefined()
})
