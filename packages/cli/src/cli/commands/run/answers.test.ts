import { expect, test } from 'vitest'

import { maxBytes } from './answers.ts'

test.each([
  [undefined, 1024 * 1024 - 4096],
  ['nonsense', 1024 * 1024 - 4096],
  ['10000', 5904],
  ['100', 64],
  ['0', Number.POSITIVE_INFINITY],
])('a limit of %s leaves %s bytes', (limit, most) => {
  expect(maxBytes(limit)).toBe(most)
})
