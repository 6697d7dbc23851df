import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { holdsInexact } from './inexact-numbers.ts'

describe('numbers', () => {
  it.each(['12345678901234567890', '0.1234567890123456789', '1e400', '-1e400', '1e-400'])(
    'are inexact if a double cannot hold them: %s',
    (number) => {
      expect(holdsInexact(`[${number}]`)).toBe(true)
    },
  )

  it.each([
    '1.0',
    '-0',
    '1e3',
    '12345678901234567000',
    '9007199254740992',
    '1.50e+300',
    '0.10',
    '0e999',
  ])('are exact if only their spelling changes: %s', (number) => {
    expect(holdsInexact(`[${number}]`)).toBe(false)
  })

  it('are ignored inside strings', () => {
    expect(holdsInexact('["12345678901234567890","\\"1e400"]')).toBe(false)
  })

  it('that JSON.stringify wrote are never inexact', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => !holdsInexact(JSON.stringify(value))))
  })
})
