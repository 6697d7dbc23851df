import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { s } from './builder.ts'
import type { AnySchema } from './builder.ts'

const ajv = new Ajv({ strict: false, validateFormats: false, ownProperties: true })

describe('JSON Schema', () => {
  test('describes the input, with defaults, and the output', () => {
    const schema = s.object({
      name: s.string().describe('Who'),
      wait: s.duration().default('30s'),
      zone: s.enum(['a']).optional(),
    })
    const { jsonSchema } = schema['~standard']
    expect(jsonSchema.input({ target: 'draft-07' })).toEqual({
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Who' },
        wait: {
          type: 'string',
          pattern: expect.any(String),
          'x-kind': 'duration',
          default: '30s',
        },
        zone: { type: 'string', enum: ['a'] },
      },
      required: ['name'],
      additionalProperties: false,
    })
    expect(jsonSchema.output({ target: 'draft-2020-12' })).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      properties: { wait: { type: 'integer', minimum: 0 } },
      required: ['name', 'wait'],
    })
  })

  test('carries what the command line needs under x- keywords', () => {
    const schema = s
      .string()
      .short('l')
      .alias('label')
      .mistakes('name', 'tag')
      .secret()
      .resourceId()
      .deprecated('use --tag')
    expect(schema['~standard'].jsonSchema.input({ target: 'draft-07' })).toMatchObject({
      'x-short': 'l',
      'x-aliases': ['label'],
      'x-mistakes': ['name', 'tag'],
      'x-secret': true,
      'x-kind': 'resource-id',
      'x-deprecated': 'use --tag',
      deprecated: true,
    })
  })

  test('throws on a target that it cannot write', () => {
    expect(() => s.string()['~standard'].jsonSchema.input({ target: 'openapi-3.0' })).toThrow(
      'not supported',
    )
    expect(() => s.string()['~standard'].jsonSchema.input({ target: '__proto__' })).toThrow(
      'not supported',
    )
  })
})

/** Schemas without transforms, so that both sides of the comparison see the same values. */
const schemas: fc.Arbitrary<AnySchema> = fc.letrec<{ node: AnySchema; leaf: AnySchema }>((tie) => ({
  leaf: fc.oneof(
    fc
      .record({ min: fc.option(fc.nat(4)), max: fc.option(fc.nat(6)), digits: fc.boolean() })
      .map(({ min, max, digits }) => {
        let schema = s.string()
        if (min !== null) schema = schema.min(min)
        if (max !== null) schema = schema.max(max)
        return digits ? schema.pattern(/^[a-c_]*$/) : schema
      }),
    fc
      .record({ whole: fc.boolean(), min: fc.option(fc.integer({ min: -3, max: 3 })) })
      .map(({ whole, min }) => {
        const schema = whole ? s.integer() : s.number()
        return min === null ? schema : schema.min(min)
      }),
    fc.constant(s.boolean()),
    fc.constant(s.json()),
    fc.constant(s.unknown()),
    fc
      .uniqueArray(fc.constantFrom('a', 'b', '__proto__'), { minLength: 1 })
      .map((values) => s.enum(values)),
    fc
      .constantFrom<string | number | boolean | null>('a', 1, true, null)
      .map((value) => s.literal(value)),
  ),
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.tuple(tie('node'), fc.option(fc.nat(2))).map(([item, min]) => {
      const schema = s.array(item)
      return min === null ? schema : schema.min(min)
    }),
    fc
      .tuple(fc.dictionary(fc.constantFrom('a', 'b', 'constructor'), tie('node')), fc.boolean())
      .map(([members, open]) => (open ? s.object(members).open() : s.object(members))),
    tie('node').map((value) => s.record(value, s.string().max(3))),
    fc.tuple(tie('node'), tie('node')).map((options) => s.union(options)),
    tie('node').map((schema) => schema.nullable()),
    tie('node').map((schema) => schema.optional()),
  ),
})).node

const hostileKeys = fc.constantFrom('a', 'b', 'constructor', '__proto__', 'toString', 'abcd')
const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>('a', 'b', '__proto__', 1, 0, -1, 2.5, true, false, null, '', '😀😀'),
    fc.string({ unit: 'binary', maxLength: 6 }),
    // JSON Schema has no word for integers that lost digits, which we refuse.
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.tuple(hostileKeys, tie('value')), { maxLength: 3 })
      // Through JSON text, because that is how a member called __proto__ gets into a value.
      .map(
        (members) =>
          JSON.parse(
            `{${members.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join()}}`,
          ) as unknown,
      ),
  ),
})).value

describe('agreement with ajv', () => {
  test('a value fits a schema exactly when it fits its JSON Schema', () => {
    fc.assert(
      fc.property(schemas, fc.array(values, { minLength: 1, maxLength: 8 }), (schema, several) => {
        const standard = schema['~standard']
        const validate = ajv.compile(standard.jsonSchema.input({ target: 'draft-07' }))
        for (const value of several) {
          const ours = standard.validate(value).issues === undefined
          expect({ value, fits: ours }).toEqual({ value, fits: validate(value) })
        }
      }),
      { numRuns: 400 },
    )
  })

  test('the output fits its JSON Schema', () => {
    fc.assert(
      fc.property(schemas, values, (schema, value) => {
        const standard = schema['~standard']
        const result = standard.validate(value)
        if (result.issues !== undefined) return
        const validate = ajv.compile(standard.jsonSchema.output({ target: 'draft-07' }))
        expect(validate(JSON.parse(JSON.stringify(result.value)))).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  test('every emitted schema is valid in the draft that it names', () => {
    const newer = new Ajv2020({ strict: false, validateFormats: false })
    fc.assert(
      fc.property(schemas, (schema) => {
        const { input, output } = schema['~standard'].jsonSchema
        for (const side of [input, output]) {
          expect(ajv.validateSchema(side({ target: 'draft-07' }))).toBe(true)
          expect(newer.validateSchema(side({ target: 'draft-2020-12' }))).toBe(true)
        }
      }),
      { numRuns: 100 },
    )
  })
})
