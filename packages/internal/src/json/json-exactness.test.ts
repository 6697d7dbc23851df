import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { findInexactness, holdsInexactNumber } from './json-exactness.ts'

const inexactness = (text: string) => findInexactness(text, JSON.parse(text))

describe('findInexactness', () => {
  test.each([
    ['{"id":1234567890123456789}', '1234567890123456789'],
    ['[9007199254740993]', '9007199254740993'],
    ['[0.10000000000000000555]', '0.10000000000000000555'],
    ['[1e400]', '1e400'],
    ['[1e-400]', '1e-400'],
    ['{"a":{"b":[-12345678901234567891]}}', '-12345678901234567891'],
  ])('finds the number in %s', (text, number) => {
    expect(inexactness(text)).toEqual({ kind: 'number', text: number })
  })

  test.each(['{"a":1,"a":2}', '[{"x":{"a":1,"\\u0061":1}}]', '{"a":{},"b":0,"a":{}}'])(
    'finds the repeated member in %s',
    (text) => expect(inexactness(text)).toEqual({ kind: 'repeated_member' }),
  )

  test.each([
    '{"id":123456789012345}',
    '[1.0, 1e3, 0.1, -0, 1E+2, 100000000000000000000, 1.50]',
    '{"a":"1234567890123456789 : \\" \\\\","b":":"}',
    '{"__proto__":1,"x":{"__proto__":{}}}',
    '[]',
  ])('finds nothing in %s', (text) => expect(inexactness(text)).toBeUndefined())

  test('finds nothing in what JSON.stringify wrote', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
        expect(inexactness(JSON.stringify(value, null, indent))).toBeUndefined()
      }),
    )
  })

  test('finds exactly the whole numbers that come back as others', () => {
    const limit = 10n ** 20n
    fc.assert(
      fc.property(fc.bigInt({ min: -limit, max: limit }), (big) => {
        const isSame = JSON.stringify(Number(big)) === String(big)
        expect(inexactness(`[${big}]`) === undefined).toBe(isSame)
      }),
    )
  })
})

describe('holdsInexactNumber', () => {
  test.each(['12345678901234567890', '0.1234567890123456789', '1e400', '-1e400', '1e-400'])(
    'are inexact if a double cannot hold them: %s',
    (number) => {
      expect(holdsInexactNumber(`[${number}]`)).toBe(true)
    },
  )

  test.each([
    '1.0',
    '-0',
    '1e3',
    '12345678901234567000',
    '9007199254740992',
    '1.50e+300',
    '0.10',
    '0e999',
  ])('are exact if only their spelling changes: %s', (number) => {
    expect(holdsInexactNumber(`[${number}]`)).toBe(false)
  })

  test('are ignored inside strings', () => {
    expect(holdsInexactNumber('["12345678901234567890","\\"1e400"]')).toBe(false)
  })

  test('that JSON.stringify wrote are never inexact', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => !holdsInexactNumber(JSON.stringify(value))))
  })
})
