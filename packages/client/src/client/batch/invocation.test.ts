import fc from 'fast-check'
import { expect, test } from 'vitest'

import { parseInvocation } from './invocation.ts'

test('reads any line, or refuses it with a reason', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
      const parsed = parseInvocation(line)
      if (typeof parsed === 'object') expect(parsed.argv.length).toBeGreaterThan(0)
      else expect(parsed).not.toBe('')
    }),
  )
})

test('refuses a member that an invocation does not have', () => {
  expect(parseInvocation('{"argv":["a"],"shell":true}')).toBe(
    "'shell' is not a member of an invocation",
  )
})

test.each([
  ['timeout_ms', 1e300],
  ['timeout_ms', 0],
  ['timeout_ms', 2 ** 53],
  ['cwd', 'a\0b'],
  ['env', { A: 'a\0b' }],
  ['env', { 'A=B': 'c' }],
  ['id', ''],
  ['argv', ['a', '\uD800']],
  ['env', { A: '\uDFFF' }],
  ['stdin', '\uD800'],
])('refuses %s %j, because it could not be run', (name, value) => {
  const parsed = parseInvocation(JSON.stringify({ argv: ['a'], [name]: value }))
  expect(parsed).toContain(`'${name}' must be`)
})
