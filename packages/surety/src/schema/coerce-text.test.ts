import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { s } from './builder.ts'
import { coerceText } from './coerce-text.ts'
import { acceptsAbsence, inputJsonSchema } from './describe-schema.ts'

const value = (schema: Parameters<typeof coerceText>[0], text: string) => {
  const result = coerceText(schema, text)
  return result.ok ? result.value : result.code
}

describe('coerceText', () => {
  test.each([
    [s.integer(), '5', 5],
    [s.integer(), '-5', -5],
    [s.integer(), '5.5', 'INVALID_VALUE'],
    [s.integer(), '', 'INVALID_VALUE'],
    [s.integer(), '0x10', 'INVALID_VALUE'],
    [s.number(), '-.5e2', -50],
    [s.number(), 'Infinity', 'INVALID_VALUE'],
    [s.number(), '-0', 0],
    [s.boolean(), 'true', true],
    [s.boolean(), 'off', false],
    [s.boolean(), 'maybe', 'INVALID_CHOICE'],
    [s.string(), '5', '5'],
    [s.enum(['5', 'x']), '5', '5'],
    [s.enum(['5', 'x']), '6', 'INVALID_CHOICE'],
    [s.literal(5), '5', 5],
    [s.array(s.integer()), '5', [5]],
    [s.array(s.integer()), '[1,2]', [1, 2]],
    [s.array(s.string()), '[draft]', ['[draft]']],
    [s.object({ a: s.string() }), '{"a":"b"}', { a: 'b' }],
    [s.object({ a: s.string() }), '[]', 'INVALID_VALUE'],
    [s.json(), '{"a":1}', { a: 1 }],
    [s.json(), '{', 'INVALID_VALUE'],
    [s.unknown(), '{', '{'],
    [s.union([s.integer(), s.string()]), '5', 5],
    [s.union([s.integer(), s.string()]), 'x', 'x'],
    [s.union([s.literal('auto'), s.integer()]), 'auto', 'auto'],
    [s.union([s.literal('auto'), s.integer()]), 'x', 'INVALID_VALUE'],
    [s.integer().nullable(), 'null', null],
    [s.string().nullable(), 'null', 'null'],
    [s.duration(), '30s', '30s'],
  ])('reads by the schema and by its description alike (%#)', (schema, text, expected) => {
    expect(value(schema, text)).toEqual(expected)
    expect(value(inputJsonSchema(schema), text)).toEqual(expected)
  })

  test('treats zod like the light builder', () => {
    expect(value(z.int(), '5')).toBe(5)
    expect(value(z.boolean().default(false), 'true')).toBe(true)
    expect(value(z.enum(['a', 'b']), 'c')).toBe('INVALID_CHOICE')
    expect(value(z.array(z.number()).optional(), '2.5')).toEqual([2.5])
    expect(value(z.string().nullable(), '5')).toBe('5')
    expect(inputJsonSchema(z.string().meta({ 'x-short': 'l' }))).toMatchObject({ 'x-short': 'l' })
    expect(
      [z.string(), z.string().optional(), z.string().default('x')].map(acceptsAbsence),
    ).toEqual([false, true, true])
  })

  test('lists the allowed values of a bad choice', () => {
    expect(coerceText(s.enum(['a', 'b']), 'c')).toEqual({
      ok: false,
      code: 'INVALID_CHOICE',
      message: 'expected one of "a", "b", got "c"',
      allowed: ['a', 'b'],
    })
  })

  test('survives circular and broken references', () => {
    expect(coerceText({ $ref: '#' }, 'x')).toEqual({ ok: true, value: 'x' })
    expect(coerceText({ $ref: '#/$defs/__proto__' }, 'x')).toEqual({ ok: true, value: 'x' })
    const circular = { $ref: '#/$defs/a', $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }] } } }
    expect(coerceText(circular, 'x').ok).toBe(true)
  })

  test('reads back every number and boolean as it was written', () => {
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: true })
    fc.assert(
      fc.property(numbers, (number) => {
        expect(value(s.number(), String(number))).toBe(number === 0 ? 0 : number)
      }),
    )
  })

  test('never throws, whatever the text', () => {
    const own = [s.integer(), s.boolean(), s.json(), s.array(s.number()), s.object({})]
    const schemas = own.flatMap((schema) => [schema, inputJsonSchema(schema)])
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const schema of schemas) expect(typeof coerceText(schema, text).ok).toBe('boolean')
      }),
    )
  })
})
