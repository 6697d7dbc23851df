import { describe, expect, test } from 'vitest'

import { s } from './builder.ts'
import type { AnySchema } from './builder.ts'

const check = (schema: AnySchema, value: unknown) => schema['~standard'].validate(value)
const value = (schema: AnySchema, input: unknown) => {
  const result = check(schema, input)
  if (result.issues !== undefined) throw new Error(JSON.stringify(result.issues))
  return result.value
}
const messages = (schema: AnySchema, input: unknown) =>
  check(schema, input).issues?.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

describe('checks', () => {
  test('reports every problem of an object at once, with codes and paths', () => {
    const schema = s.object({
      name: s.string().min(2),
      size: s.integer().max(9),
      zone: s.enum(['a', 'b']),
      tags: s.array(s.string()),
    })
    expect(check(schema, { name: 'x', size: 9.5, tags: ['ok', 3], more: 1 }).issues).toEqual([
      { code: 'INVALID_VALUE', path: ['name'], message: 'expected at least 2 characters, got "x"' },
      { code: 'INVALID_VALUE', path: ['size'], message: 'expected a whole number, got 9.5' },
      {
        code: 'MISSING_ARGUMENT',
        path: ['zone'],
        message: 'expected one of "a", "b", got nothing',
      },
      { code: 'INVALID_VALUE', path: ['tags', 1], message: 'expected a string, got 3' },
      { code: 'UNKNOWN_MEMBER', path: ['more'], message: "there is no member 'more' here" },
    ])
  })

  test('lists the allowed values of a choice as data', () => {
    expect(check(s.enum(['json', 'yaml']), 'xml').issues).toMatchObject([
      { code: 'INVALID_CHOICE', allowed: ['json', 'yaml'] },
    ])
    expect(check(s.literal(3), 4).issues).toMatchObject([{ allowed: [3] }])
  })

  test('fills defaults, which are input values, with a fresh copy each time', () => {
    const schema = s.object({
      wait: s.duration().default('30s'),
      tags: s.array(s.string()).default([]),
    })
    const first = value(schema, {}) as { wait: number; tags: string[] }
    first.tags.push('mine')
    expect(value(schema, {})).toEqual({ wait: 30_000, tags: [] })
  })

  test('refuses a default that does not fit', () => {
    expect(() => s.integer().min(3).default(1)).toThrow('the default does not fit')
  })

  test('leaves optional members out instead of setting them to undefined', () => {
    expect(Object.keys(value(s.object({ a: s.string().optional() }), {}) as object)).toEqual([])
  })

  test('takes null only where it is declared', () => {
    expect(value(s.string().nullable(), null)).toBeNull()
    expect(messages(s.string(), null)).toEqual([': expected a string, got null'])
    expect(value(s.nullable(s.integer()), null)).toBeNull()
  })

  test('keeps undeclared members of an open object', () => {
    expect(value(s.object({ a: s.string() }).open(), { a: 'x', b: 1 })).toEqual({ a: 'x', b: 1 })
    expect(messages(s.object({ a: s.string() }).open().strict(), { a: 'x', b: 1 })).toHaveLength(1)
  })

  test('gives durations in milliseconds and dates as Date', () => {
    expect(
      ['0', '250ms', '30s', '1.5m', '1h30m', '2d'].map((text) => value(s.duration(), text)),
    ).toEqual([0, 250, 30_000, 90_000, 5_400_000, 172_800_000])
    expect(
      ['', '5', '-1s', '3 s', '1y', '9'.repeat(40) + 's'].flatMap((text) =>
        messages(s.duration(), text),
      ),
    ).toHaveLength(6)
    expect(value(s.date(), '2026-02-09T07:05:00Z')).toEqual(new Date('2026-02-09T07:05:00Z'))
    expect(messages(s.date(), '2026-02-30')).toHaveLength(1)
  })

  test('takes the first option of a union that fits, and explains the one whose shape is right', () => {
    const schema = s.union([s.object({ id: s.integer() }), s.string()])
    expect(value(schema, 'x')).toBe('x')
    expect(messages(schema, { id: 'x' })).toEqual(['id: expected a whole number, got "x"'])
    expect(messages(schema, 4)).toEqual([': expected an object or a string, got 4'])
  })

  test('checks keys and values of a record', () => {
    const schema = s.record(s.integer(), s.string().max(2))
    expect(value(schema, { a: 1 })).toEqual({ a: 1 })
    expect(messages(schema, { abc: 'x' })).toHaveLength(2)
  })

  test('knows the well-known forms of text', () => {
    const good = {
      email: 'a.b@example.com',
      uri: 'https://example.com/a?b=c',
      uuid: '6fa459ea-ee8a-3ca4-894e-db77e160355e',
      date: '2026-02-09',
      'date-time': '2026-02-09T07:05:00+02:00',
      ipv4: '127.0.0.1',
      hostname: 'a-b.example',
    } as const
    for (const [format, text] of Object.entries(good)) {
      const schema = s.string().format(format as keyof typeof good)
      expect(messages(schema, text)).toEqual([])
      expect(messages(schema, 'a b')).toHaveLength(1)
    }
  })

  test('REQ-F-051: never repeats the value of a secret in a message', () => {
    expect(messages(s.string().max(3).secret(), 'hunter2').join()).not.toContain('hunter2')
  })
})

describe('hostile values', () => {
  test('a member called __proto__ changes no prototype', () => {
    const hostile: unknown = JSON.parse('{"a":"x","__proto__":{"polluted":true}}')
    expect(messages(s.object({ a: s.string() }), hostile)).toEqual([
      "__proto__: there is no member '__proto__' here",
    ])
    const open = value(s.object({ a: s.string() }).open(), hostile) as object
    expect(Object.getPrototypeOf(open)).toBe(Object.prototype)
    expect(Object.keys(open)).toEqual(['a', '__proto__'])
    const record = value(s.record(s.json()), hostile) as { polluted?: true }
    expect(record.polluted).toBeUndefined()
  })

  test('inherited members do not count as given', () => {
    expect(messages(s.object({ constructor: s.unknown() }), {})).toHaveLength(1)
  })

  test('circular and very deep JSON is refused, not followed', () => {
    const circular: Record<string, unknown> = {}
    circular['self'] = circular
    let deep: unknown = 1
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep]
    expect(messages(s.json(), circular)).toHaveLength(1)
    expect(messages(s.json(), deep)).toHaveLength(1)
  })
})

describe('a pattern', () => {
  test('is told in words where it has some', () => {
    expect(messages(s.string().pattern(/^v\d+$/), 'x')[0]).toContain('text that matches ^v\\d+$')
    const said = messages(s.string().pattern(/^v\d+$/, 'a version such as v2'), 'x')
    expect(said).toEqual([expect.stringMatching(/^: expected a version such as v2, got/)])
  })
})

describe('declarations', () => {
  test('never change: each method gives a new schema', () => {
    const base = s.string()
    base.min(3).describe('x').secret()
    expect(base.def).toEqual({ kind: 'string' })
  })

  test('refuse what JSON Schema or a command line cannot express', () => {
    expect(() => s.string().pattern(/a/i)).toThrow('cannot express the flags')
    expect(() => s.string().short('ab')).toThrow('short flag')
    expect(() => s.enum([])).toThrow('at least one')
  })
})
