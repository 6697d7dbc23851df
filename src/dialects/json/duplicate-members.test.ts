import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { jsonValue } from '../outcome.arbitrary.ts'
import { hasEachMemberOnce, topMembers } from './member-spans.ts'

const name = fc.oneof(fc.constantFrom('ok', 'error', 'code', '__proto__', '1'), fc.string())
const object = fc.dictionary(name, jsonValue, { noNullPrototype: true })

const hasEachOnce = (text: string): boolean =>
  hasEachMemberOnce(text, topMembers(text) ?? [], JSON.parse(text))

describe('hasEachMemberOnce', () => {
  it('is true for the output of JSON.stringify', () => {
    fc.assert(
      fc.property(object, object, fc.nat({ max: 2 }), (document, error, space) => {
        const text = JSON.stringify({ ...document, error }, null, space)
        expect(hasEachOnce(text)).toBe(true)
      }),
    )
  })

  it('is false if a member appears twice at the top or in the error', () => {
    fc.assert(
      fc.property(object, object, name, jsonValue, (document, error, again, value) => {
        const member = `${JSON.stringify(again)}:${JSON.stringify(value)}`
        const inside = JSON.stringify({ ...error, [again]: 1 }).slice(1, -1)
        const rest = JSON.stringify({ ...document, error: 1, [again]: 2 }).slice(1, -1)
        for (const text of [`{${member},${rest}}`, `{"error":{${member},${inside}}}`]) {
          expect(hasEachOnce(text)).toBe(false)
        }
      }),
    )
  })

  it('is false if the name of the error has an escape', () => {
    const text = '{"\\u0065rror":{"code":1,"code":2}}'
    expect(hasEachOnce(text)).toBe(false)
  })
})
