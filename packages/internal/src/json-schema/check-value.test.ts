import { Ajv2020 } from 'ajv/dist/2020.js'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { checkValue } from './check-value.ts'

const size = fc.integer({ min: 0, max: 3 })
const name = fc.constantFrom('a', 'b', 'ab')
const text = fc.constantFrom('', 'a', 'b', 'ab', 'é', '😀', 'a b')
const number = fc.constantFrom(-1, 0, 0.1, 0.3, 1, 1.5, 2, 3)
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null))

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(name, tie('any'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).any

/** Schemas with every keyword that is read, small enough that values often match. */
const schema = fc.letrec((tie) => {
  const inner = tie('any')
  const inners = fc.array(inner, { minLength: 1, maxLength: 2 })
  const plain = {
    type: fc.constantFrom('string', 'integer', 'number', 'object', 'array', ['null', 'boolean']),
    const: value,
    enum: fc.uniqueArray(value, { minLength: 1, maxLength: 3, selector: JSON.stringify }),
    pattern: fc.constantFrom('^a', 'b$', '^.$'),
    minLength: size,
    maxLength: size,
    minimum: number,
    maximum: number,
    exclusiveMinimum: number,
    exclusiveMaximum: number,
    multipleOf: fc.constantFrom(0.5, 1, 2),
    required: fc.uniqueArray(name, { maxLength: 2 }),
    dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), {
      maxKeys: 1,
      noNullPrototype: true,
    }),
    minProperties: size,
    maxProperties: size,
    minItems: size,
    maxItems: size,
    uniqueItems: fc.boolean(),
    $ref: fc.constantFrom('#/$defs/list', '#/$defs/text'),
  }
  const nested = {
    properties: fc.dictionary(name, inner, { maxKeys: 2, noNullPrototype: true }),
    patternProperties: fc.dictionary(fc.constantFrom('^a', 'b'), inner, {
      maxKeys: 1,
      noNullPrototype: true,
    }),
    additionalProperties: inner,
    propertyNames: inner,
    dependentSchemas: fc.dictionary(name, inner, { maxKeys: 1, noNullPrototype: true }),
    items: inner,
    prefixItems: inners,
    contains: inner,
    allOf: inners,
    anyOf: inners,
    oneOf: inners,
    not: inner,
    if: inner,
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: inner,
    else: inner,
  }
  const keywords = (of: Readonly<Record<string, fc.Arbitrary<unknown>>>, maxLength: number) => {
    const each = Object.entries(of).map(([key, drawn]) => drawn.map((one) => ({ [key]: one })))
    return fc
      .array(fc.oneof(...each), { minLength: 1, maxLength })
      .map((parts): object => Object.assign({}, ...parts) as object)
  }
  const some = keywords(plain, 2)
  return {
    any: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.boolean(),
      some,
      fc.tuple(some, keywords(nested, 2)).map(([own, more]) => ({ ...own, ...more })),
    ),
  }
}).any

const $defs = {
  list: { type: 'array', items: { $ref: '#/$defs/list' } },
  text: { type: 'string', maxLength: 1 },
}

/**
 * Puts `contains` in a place of its own: the full validator forgets it for an empty list beside `prefixItems`, and
 * keeps its verdict from one list to the next, unless there is a most.
 */
function withContainsApart(_key: string, part: unknown): unknown {
  if (typeof part !== 'object' || part === null || !('contains' in part)) return part
  if ('maxContains' in part) return part
  const {
    contains,
    allOf = [],
    ...rest
  } = part as { contains: unknown; allOf?: readonly unknown[] }
  return { ...rest, allOf: [...allOf, { contains, maxContains: 1000 }] }
}

/** The full validator writes code with mistakes for some schemas that combine others; null in such a case. */
function verdictOf(validate: (given: unknown) => unknown, given: unknown): boolean | null {
  try {
    return validate(given) === true
  } catch (error) {
    if (error instanceof ReferenceError) return null
    throw error
  }
}

describe('checkValue', () => {
  it('agrees with a full validator', () => {
    const full = new Ajv2020({ strict: false, validateSchema: false })
    fc.assert(
      fc.property(schema, fc.array(value, { minLength: 1, maxLength: 4 }), (drawn, values) => {
        const whole = typeof drawn === 'boolean' ? drawn : { ...drawn, $defs }
        const validate = full.compile(
          JSON.parse(JSON.stringify(whole, withContainsApart)) as object,
        )
        for (const each of values) {
          const verdict = verdictOf(validate, each)
          if (verdict !== null)
            expect([each, checkValue(whole, each).length === 0]).toEqual([each, verdict])
        }
      }),
      { numRuns: 300, examples: [[{ prefixItems: [false], contains: false }, [[]]]] },
    )
  })

  it.each([
    [{ items: [{ type: 'string' }], additionalItems: false }, ['a', 1], ['a']],
    [{ dependencies: { a: ['b'], c: { required: ['d'] } } }, { c: 1 }, { a: 1, b: 1 }],
    [{ definitions: { x: { minimum: 2 } }, items: { $ref: '#/definitions/x' } }, [1], [2]],
  ])('reads draft 7: %j', (old, wrong, right) => {
    const validate = new Ajv({ strict: false }).compile(old)
    expect([checkValue(old, wrong).length > 0, validate(wrong)]).toEqual([true, false])
    expect([checkValue(old, right), validate(right)]).toEqual([[], true])
  })

  it('reports every mistake with its place, against the shape that was probably intended', () => {
    const shapes = [
      { properties: { kind: { const: 'cat' }, lives: { type: 'integer' } }, required: ['lives'] },
      { properties: { kind: { const: 'dog' } }, additionalProperties: false },
    ]
    expect(checkValue({ items: { oneOf: shapes } }, [{ kind: 'cat', lives: 'nine' }])).toEqual([
      { pointer: '/0/lives', message: 'must be integer, not string', keyword: 'type' },
    ])
    expect(checkValue({ oneOf: [{ type: 'number' }, { minimum: 1 }] }, 2)).toMatchObject([
      { pointer: '', message: 'must match one of several shapes, not two' },
    ])
  })

  it('says what a pattern asks for if the schema does, and else that it is a regular expression', () => {
    const [own] = checkValue({ pattern: '^\\d+$', $comment: 'must be digits' }, 'a')
    expect(own?.message).toBe('must be digits')
    const [foreign] = checkValue({ pattern: '^a+$', title: 'Name', $comment: 'See the docs' }, 'b')
    expect(foreign?.message).toBe('must match the regular expression ^a+$')
  })

  it('ends although a schema refers to itself', () => {
    expect(checkValue({ $ref: '#' }, 1)).toEqual([])
    const nested = { type: 'object', additionalProperties: { $ref: '#' } }
    expect(checkValue(nested, { a: { b: 1 } })).toMatchObject([{ pointer: '/a/b' }])
  })
})
