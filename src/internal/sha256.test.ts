import { createHash } from 'node:crypto'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { sha256 } from './sha256.ts'

test('gives the digest that node:crypto gives', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
    }),
  )
})
