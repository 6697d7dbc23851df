import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { stringifyDeep } from './deep-json.ts'

describe('stringifyDeep', () => {
  it('writes what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        expect(stringifyDeep(value, indent)).toBe(JSON.stringify(value, null, indent))
      }),
    )
  })

  it('goes on where the stack would end', () => {
    const text = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(stringifyDeep(JSON.parse(text))).toBe(text)
  })
})
