import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../../contract/index.ts'
import { parseFields, projectFields } from '../fields.ts'

const keep = (data: JsonValue, text: string) => {
  const parsed = parseFields(text)
  if (!parsed.ok) throw new Error(parsed.problem.message)
  return projectFields(data, parsed.paths)
}

describe('--fields', () => {
  const data = {
    id: 1,
    owner: { id: 2, name: 'x' },
    tags: ['a', 'b'],
    items: [{ n: 1, m: 2 }, { n: 3 }],
  }

  test.each([
    ['id', { id: 1 }],
    ['owner.id', { owner: { id: 2 } }],
    ['tags[0]', { tags: ['a'] }],
    ['items.n', { items: [{ n: 1 }, { n: 3 }] }],
    ['items[1].n', { items: [{ n: 3 }] }],
    ['items[0].m, items[1].n', { items: [{ m: 2 }, { n: 3 }] }],
    ['id,owner', { id: 1, owner: { id: 2, name: 'x' } }],
  ])('keeps only %s', (text, expected) => {
    expect(keep(data, text)).toEqual({ data: expected, unmatched: [] })
  })

  test('applies to every item of a list at the top', () => {
    expect(keep([{ a: 1, b: 2 }, { a: 3 }], 'a').data).toEqual([{ a: 1 }, { a: 3 }])
    expect(keep([{ a: 1 }, { a: 3 }], '[1]').data).toEqual([{ a: 3 }])
  })

  test('reports paths that match nothing', () => {
    expect(keep(data, 'id,nope.x,tags[9]')).toEqual({
      data: { id: 1 },
      unmatched: ['nope.x', 'tags[9]'],
    })
    expect(keep(data, 'constructor')).toEqual({ data: {}, unmatched: ['constructor'] })
  })

  test.each(['', 'a,', 'a..b', '.a', 'a[', 'a[x]', 'a]b', 'a.[0]', 'a[-1]'])(
    'refuses %j',
    (text) => {
      expect(parseFields(text)).toMatchObject({
        ok: false,
        problem: { code: 'INVALID_VALUE', param: '--fields' },
      })
    },
  )

  test('reads or refuses any text, and returns JSON for any data', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.oneof(
          fc.string({ unit: fc.constantFrom('a', '.', '[', ']', '0', ',', '_') }),
          fc
            .array(fc.constantFrom('a', 'a.a', 'a[0]', 'a[].b', '_'), { minLength: 1 })
            .map((paths) => paths.join(',')),
        ),
        (json, text) => {
          const parsed = parseFields(text)
          if (!parsed.ok) {
            expect(parsed.problem).toMatchObject({ code: 'INVALID_VALUE', param: '--fields' })
            return
          }
          const projected = projectFields(json as JsonValue, parsed.paths).data
          expect(typeof JSON.stringify(projected)).toBe('string')
        },
      ),
    )
  })
})
