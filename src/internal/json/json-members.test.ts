import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { addMembers, createTable, setMember, withoutMembers } from './json-members.ts'

const members = fc.dictionary(
  fc.oneof(fc.constantFrom('__proto__', 'constructor', '1', 'a'), fc.string()),
  fc.jsonValue(),
)

describe('createTable', () => {
  it('makes an object like any other', () => {
    fc.assert(
      fc.property(members, (source) => {
        const table = createTable<unknown>()
        const plain = {}
        for (const key of Object.keys(source)) {
          setMember(table, key, source[key])
          setMember(plain, key, source[key])
        }
        expect(table).toStrictEqual(plain)
        expect(JSON.stringify(table)).toBe(JSON.stringify(plain))
      }),
    )
    expect(Object.getPrototypeOf(createTable())).toBe(Object.prototype)
  })
})

describe('addMembers', () => {
  it('does what spreading does, for any names', () => {
    fc.assert(
      fc.property(members, members, (first, second) => {
        const target = { ...first }
        addMembers(target, second)
        expect(JSON.stringify(target)).toBe(JSON.stringify({ ...first, ...second }))
      }),
    )
  })
})

describe('withoutMembers', () => {
  it('copies all members but the named ones', () => {
    const source = JSON.parse('{"b":1,"__proto__":2,"a":3}') as Record<string, number>
    expect(JSON.stringify(withoutMembers(source, new Set(['b'])))).toBe('{"__proto__":2,"a":3}')
  })
})
