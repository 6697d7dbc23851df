import { runInNewContext } from 'node:vm'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { hostileValues } from './hostile-value.arbitrary.ts'
import { plainJson, type JsonValue } from './json-value.ts'
import { SERIALISATION_RULES } from './rules.ts'
import { SERIALISATION_CASES, valueOf } from './to-json-value.table.ts'
import { toJsonValue } from './to-json-value.ts'
import { stringifyJson } from './stringify.ts'

const plain = (json: JsonValue): unknown => JSON.parse(JSON.stringify(json))

describe('toJsonValue() does what its table says', () => {
  test.each(
    SERIALISATION_CASES.map((example) => [`${example.about}: ${example.code}`, example] as const),
  )('%s', (_title, example) => {
    const { json, changes, unlisted } = toJsonValue(valueOf(example), example.options)
    expect(json).toStrictEqual(example.json)
    expect(changes.map(({ pointer, kind }) => [pointer, kind])).toEqual(example.changes)
    expect(unlisted).toBe(0)
  })

  test('and every kind of change has a case', () => {
    const shown = new Set(
      SERIALISATION_CASES.flatMap(({ changes }) => changes.map(([, kind]) => kind)),
    )
    expect(Object.keys(SERIALISATION_RULES).filter((kind) => !shown.has(kind as never))).toEqual([])
  })
})

test('passes every JSON value through unchanged, silently, as a copy', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const text = JSON.stringify(value)
      fc.pre(!/\\u(?:0000|d[89a-f])|[\uD800-\uDFFF]|-0/i.test(text) && !Object.is(value, -0))
      const { json, changes } = toJsonValue(JSON.parse(text))
      expect(changes).toEqual([])
      expect(JSON.stringify(json)).toBe(text)
    }),
  )
})

test('gives valid JSON for anything, and changes nothing the second time', () => {
  const anything = fc.anything({
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withObjectString: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
    withUnicodeString: true,
  })
  fc.assert(
    fc.property(anything, (value) => {
      const { json } = toJsonValue(value)
      expect(plain(json)).toStrictEqual(json)
      expect(toJsonValue(json)).toStrictEqual({
        json,
        changes: [],
        unlisted: 0,
      })
    }),
    { numRuns: 500 },
  )
})

test('reports a change wherever JSON.stringify would have written something else', () => {
  const values = fc.anything({ withDate: true, withMap: true, withSet: true, withBigInt: true })
  fc.assert(
    fc.property(values, (value) => {
      const { json, changes } = toJsonValue(value)
      if (changes.length === 0) expect(JSON.stringify(value)).toBe(JSON.stringify(json))
    }),
  )
})

test('survives objects that throw at every access', () => {
  const traps = ['get', 'has', 'ownKeys', 'getOwnPropertyDescriptor', 'getPrototypeOf'] as const
  const thrower = () => {
    throw new Error('touched')
  }
  for (const target of [{ a: 1 }, [1, undefined], new Date(0), new Map([[1, 2]]), () => 1]) {
    for (const trap of traps) {
      const hostile: unknown = new Proxy(target, { [trap]: thrower })
      const { json } = toJsonValue({ hostile, after: 1 })
      expect(plain(json)).toMatchObject({ after: 1 })
    }
  }
})

test('reads a member once, so that what was checked is what is written', () => {
  let reads = 0
  const flaky = {
    get a() {
      reads++
      return reads === 1 ? 1 : Number.NaN
    },
  }
  const { json } = toJsonValue(flaky)
  expect(json).toEqual({ a: 1 })
  expect(stringifyJson(json)).toBe('{"a":1}')
})

test('recognises dates, maps and errors of another realm', () => {
  const foreign: unknown = runInNewContext(
    `({ at: new Date(0), map: new Map([['a', 1]]), error: new TypeError('no'), list: [1] })`,
  )
  expect(toJsonValue(foreign).json).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    map: { a: 1 },
    error: { name: 'TypeError', message: 'no' },
    list: [1],
  })
})

test('converts a thousand levels, and stops there', () => {
  const nested = (levels: number) => {
    let deep: unknown = new Date(0)
    for (let level = 0; level < levels; level++) deep = level % 2 === 0 ? [deep] : { a: deep }
    return toJsonValue(deep)
  }
  expect(nested(1000).changes.map(({ kind }) => kind)).toEqual(['date'])
  expect(stringifyJson(nested(1000).json)).toContain('1970-01-01T00:00:00.000Z')
  expect(nested(100_000).changes.map(({ kind }) => kind)).toEqual(['too-deep'])
})

test('what is plain JSON is copied as it is, and nothing else', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        hostileValues,
        fc.jsonValue().map((value) => () => value),
      ),
      (make) => {
        const copy = plainJson(make())
        fc.pre(copy !== undefined)
        const { json, changes } = toJsonValue(make())
        expect(JSON.stringify(copy)).toBe(JSON.stringify(json))
        expect(changes.filter(({ kind }) => kind !== 'undefined')).toEqual([])
      },
    ),
    { numRuns: 500 },
  )
  let laughs: unknown = 'ha'
  for (let level = 0; level < 60; level++) laughs = [laughs, laughs]
  expect(plainJson(laughs)).toBeUndefined()
})

test('stops at values that would grow forever', () => {
  const endless: object = {
    get next() {
      return {
        ...Object.getOwnPropertyDescriptors(endless),
        get next() {
          return endless
        },
      }
    },
  }
  expect(toJsonValue(endless).changes.at(-1)?.kind).toBe('circular')
  const fresh = (): object => ({
    get a() {
      return fresh()
    },
    get b() {
      return fresh()
    },
  })
  expect(toJsonValue(fresh(), { maxValues: 1000, maxDepth: 50 }).changes.length).toBeGreaterThan(0)
  let laughs: unknown = 'ha'
  for (let level = 0; level < 60; level++) laughs = [laughs, laughs]
  expect(toJsonValue(laughs, { maxValues: 1000 }).changes[0]?.kind).toBe('too-large')
})

test('lists a thousand changes and counts the rest', () => {
  const { changes, unlisted } = toJsonValue(Array.from({ length: 1500 }, () => Number.NaN))
  expect([changes.length, unlisted]).toEqual([1000, 500])
})

test('keeps every member when thousands of keys become equal', () => {
  const keys = Array.from({ length: 20_000 }, (_, index) =>
    String.fromCharCode(0xd800 + (index >> 8), 0xd800 + (index & 0xff)),
  )
  const { json } = toJsonValue(Object.fromEntries(keys.map((key) => [key, 1])))
  expect(Object.keys(json as object)).toHaveLength(20_000)
})

test('escapes the pointer of a change', () => {
  expect(toJsonValue({ 'a/b': { '~': [Number.NaN] } }).changes[0]?.pointer).toBe('/a~1b/~0/0')
})

test('never includes the stack of an error', () => {
  const error = Object.assign(new Error('no'), {
    stack: 'at secret place',
    toJSON: () => ({ stack: 'x' }),
  })
  expect(JSON.stringify(toJsonValue({ error }).json)).toBe(
    '{"error":{"name":"Error","message":"no"}}',
  )
})

test('ignores a toJSON on Object.prototype', () => {
  const prototype = Object.prototype as { toJSON?: unknown }
  prototype.toJSON = () => 'polluted'
  try {
    expect(toJsonValue({ a: 1 }).json).toEqual({ a: 1 })
  } finally {
    delete prototype.toJSON
  }
})
