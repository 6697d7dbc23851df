import { isDeepStrictEqual } from 'node:util'
import { runInNewContext } from 'node:vm'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { copyIfJson } from './copy-if-json.ts'
import { hostileValues } from './hostile-value.arbitrary.ts'
import { walk, type WalkOptions } from './walk.ts'

const limits = { maxDepth: 1_000_000, maxValues: 5_000_000, maxChanges: 1000 }
const walkAll = (value: unknown, options: Partial<WalkOptions> = {}) =>
  walk(value, {
    ...limits,
    contentTypeOf: () => undefined,
    stripsTerminalCodes: false,
    ...options,
  })

describe('copyIfJson', () => {
  it('copies what the walk would copy, member by member, or gives undefined', () => {
    let copies = 0
    fc.assert(
      fc.property(
        hostileValues,
        fc.boolean(),
        fc.constantFrom(1, 2, 200),
        fc.constantFrom(1, 5, 1000),
        (make, stripTerminalCodes, maxDepth, maxValues) => {
          const copy = copyIfJson(make(), { stripTerminalCodes, maxDepth, maxValues })
          if (copy === undefined) return
          copies += 1
          const walked = walkAll(make(), {
            stripsTerminalCodes: stripTerminalCodes,
            maxDepth,
            maxValues,
          })
          expect(walked.changes).toEqual([])
          expect(walked.unlisted).toBe(0)
          // The matcher takes a member called constructor for the type.
          expect(isDeepStrictEqual(copy, walked.json)).toBe(true)
          expect(JSON.stringify(copy)).toBe(JSON.stringify(walked.json))
        },
      ),
      { numRuns: 1000 },
    )
    expect(copies).toBeGreaterThan(100)
  })

  it('copies every JSON value that needs no change', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, stripTerminalCodes) => {
        fc.pre(!JSON.stringify(value).includes('"__proto__":'))
        const { changes } = walkAll(value, { stripsTerminalCodes: stripTerminalCodes })
        const copy = copyIfJson(value, { stripTerminalCodes })
        if (changes.length === 0) expect(isDeepStrictEqual(copy, value)).toBe(true)
        else expect(copy).toBeUndefined()
      }),
    )
  })

  it.each([
    [
      'a getter that throws',
      {
        get a() {
          throw new Error('no')
        },
      },
    ],
    ['a member named __proto__', JSON.parse('{"__proto__":1}') as unknown],
    ['a hidden toJSON', Object.defineProperty({ a: 1 }, 'toJSON', { value: () => 2 })],
    ['an array with a toJSON', Object.assign([1], { toJSON: () => 2 })],
    ['an object of another realm', runInNewContext('({ a: 1 })') as unknown],
    [
      'an instance of a class',
      new (class Point {
        x = 1
      })(),
    ],
    ['a hole', Object.assign([], { length: 1 })],
    ['minus zero', -0],
    ['a NUL', '\0'],
    ['half of a surrogate pair', ['\uD800']],
    ['undefined', undefined],
  ])('leaves %s to the walk', (_title, value) => {
    expect(copyIfJson(value)).toBeUndefined()
  })

  it('leaves what contains itself to the walk', () => {
    const circle: unknown[] = []
    circle.push(circle)
    expect(copyIfJson(circle)).toBeUndefined()
  })

  it('leaves terminal codes to the walk only where they are to be removed', () => {
    expect(copyIfJson('\u001B[31mred')).toBe('\u001B[31mred')
    expect(copyIfJson('\u001B[31mred', { stripTerminalCodes: true })).toBeUndefined()
  })

  it.each(['Object', 'Array'] as const)('ignores a toJSON on %s.prototype', (name) => {
    const { prototype } = { Object, Array }[name] as { prototype: { toJSON?: unknown } }
    prototype.toJSON = () => 'polluted'
    try {
      expect(copyIfJson({ a: [1] })).toEqual({ a: [1] })
      expect(walkAll({ a: [1] })).toMatchObject({ json: { a: [1] }, changes: [] })
    } finally {
      delete prototype.toJSON
    }
  })
})
