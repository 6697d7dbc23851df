import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { toStrictJson } from './lenient-json.ts'

const SIGNS = `{ } [ ] : , " ' \\ / * a b 1 . -`.split(' ').concat(' ')

describe('lenient JSON', () => {
  it.each([
    ['{"a":1,}', '{"a":1}'],
    ['[1,2,]', '[1,2]'],
    ['{a: 1, /* two */ b: [true]} // end', '{"a":1,"b":[true]}'],
    [`{'it''s': 1}`, undefined],
    [`{name: 'it\\'s "so"'}`, '{"name":"it\'s \\"so\\""}'],
    ['{n: .5, h: 0x1F, p: +2}', '{"n":0.5,"h":31,"p":2}'],
    ['{env prod}', undefined],
    ['{"a":1', undefined],
    ['', undefined],
  ])('reads %s', (text, strict) => {
    expect(toStrictJson(text)).toBe(strict)
  })

  it.each([
    ['{env prod}', '{"env":"prod"}'],
    ['{"a":1', '{"a":1}'],
    ['{a: [1 2}', undefined],
    ['{a: yes b: no}', '{"a":"yes","b":"no"}'],
  ])('mends %s', (text, strict) => {
    expect(toStrictJson(text, true)).toBe(strict)
  })

  it('keeps every document that is JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(toStrictJson(text)!)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('gives JSON or nothing, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...SIGNS) }), (text) => {
        for (const mend of [false, true]) {
          const strict = toStrictJson(text, mend)
          if (strict !== undefined && !strict.includes('\\')) JSON.parse(strict)
        }
      }),
    )
  })
})
