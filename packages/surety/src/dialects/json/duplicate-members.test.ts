import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { jsonValue } from '../outcome.arbitrary.ts'
import { duplicateMembers, topMembers } from './json-extent.ts'

const name = fc.oneof(fc.constantFrom('ok', 'error', 'code', '__proto__', '1'), fc.string())
const object = fc.dictionary(name, jsonValue, { noNullPrototype: true })

const duplicates = (text: string) =>
  duplicateMembers(text, topMembers(text), JSON.parse(text) as object)

describe('duplicateMembers', () => {
  it('finds none in the output of JSON.stringify', () => {
    fc.assert(
      fc.property(object, fc.nat({ max: 2 }), (document, space) => {
        expect(duplicates(JSON.stringify(document, null, space))).toEqual([])
      }),
    )
  })

  it('finds a member that appears twice, with the texts of its values', () => {
    fc.assert(
      fc.property(object, name, jsonValue, (document, again, value) => {
        const member = `${JSON.stringify(again)}:${JSON.stringify(value)}`
        const rest = JSON.stringify({ ...document, [again]: 2 }).slice(1, -1)
        expect(duplicates(`{${member},${rest}}`)).toEqual([
          { name: again, values: [JSON.stringify(value), '2'] },
        ])
      }),
    )
  })

  it('reads names with escapes', () => {
    expect(duplicates('{"\\u0063ode":1,"code":2}')).toEqual([{ name: 'code', values: ['1', '2'] }])
  })
})
