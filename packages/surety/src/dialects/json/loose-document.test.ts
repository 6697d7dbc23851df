import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { looseDocument } from './loose-document.ts'

describe('what is nearly JSON', () => {
  it.each([
    [
      `{'a': True, "b": None, c: 'it\\'s', d: -1.5, e: x.y}`,
      { a: true, b: null, c: "it's", d: -1.5, e: 'x.y' },
    ],
    [
      '{ // one\n a: 1, /* two */ b: { c: [1, {d: 2,},], }, # three\n}',
      { a: 1, b: { c: [1, { d: 2 }] } },
    ],
    ['{:ok=>false, "n" => {:m=>nil}}', { ok: false, n: { m: null } }],
    ['{"a": {"b": [1, "cu', { a: { b: [1, 'cu'] } }],
    ['{"a": 1, "a": 2}', { a: 1 }],
    ['// why\n{"__proto__": {"ok": false}}', JSON.parse('{"__proto__":{"ok":false}}')],
    ['{{ ok: false }}', {}],
  ])('is read: %j', (text, value) => {
    expect(looseDocument(text)).toEqual({ value, isAll: true })
  })

  it('is not all if text follows', () => {
    expect(looseDocument('{a: 1};\n\0')).toMatchObject({ isAll: true })
    expect(looseDocument('{a: 1}\nand more')).toMatchObject({ isAll: false })
  })

  it.each(['', '[1]', 'a {b: 1}', '"{"', 'ok: false', '// {a: 1}'])('is not %j', (text) => {
    expect(looseDocument(text)).toBeUndefined()
  })

  it('is what JSON says of any object', () => {
    const plain = fc.jsonValue({
      stringUnit: fc.constantFrom('a', 'b', ' ', ':', '{', '}', '[', ']', ',', '/', '#', '='),
    })
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'ok'), plain), (value) => {
        const text = JSON.stringify(value)
        expect(looseDocument(text)?.value).toEqual(JSON.parse(text))
      }),
    )
  })

  it('crashes on nothing, and deep text takes no stack', () => {
    fc.assert(fc.property(fc.string(), (text) => void looseDocument(`{${text}`)))
    expect(looseDocument('{a:'.repeat(20_000))).toBeDefined()
  })
})
