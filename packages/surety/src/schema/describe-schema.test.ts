import { describe, expect, test } from 'vitest'

import { acceptsAbsence, inputJsonSchema, outputJsonSchema } from './describe-schema.ts'
import type { StandardSchema } from './standard-schema.ts'

describe('a schema that cannot describe itself', () => {
  const taking = (test: (value: unknown) => boolean): StandardSchema => ({
    '~standard': {
      version: 1,
      vendor: 'house',
      validate: (value) => (test(value) ? { value } : { issues: [{ message: 'no' }] }),
    },
  })
  const isPort = (value: unknown) => typeof value === 'number' && value > 1023 && value < 65_536
  const rows: [string, StandardSchema, object][] = [
    ['a switch', taking((value) => typeof value === 'boolean'), { type: 'boolean' }],
    ['a number', taking(isPort), { type: 'number' }],
    ['a text', taking((value) => typeof value === 'string'), {}],
    ['one of some texts', taking((value) => value === 'eu' || value === 'us'), {}],
    ['a list', taking(Array.isArray), { type: 'array', items: {} }],
    [
      'a list of numbers',
      taking((value) => Array.isArray(value) && value.length > 0 && value.every(isPort)),
      { type: 'array', items: { type: 'number' } },
    ],
    ['anything', taking(() => true), {}],
    ['numbers or switches, which it converts,', taking((value) => typeof value !== 'string'), {}],
    [
      'of unknown type, if it throws at other values',
      taking((value) => (value as Date).getTime() > 0),
      {},
    ],
  ]

  test.each(rows)('is found to be %s by trying', (_name, schema, described) => {
    expect(inputJsonSchema(schema)).toEqual(described)
  })

  test('counts as text if it answers asynchronously, and its rejection is handled', async () => {
    const later = {
      ...taking(() => true)['~standard'],
      validate: () => Promise.reject(new Error('late')),
    }
    expect(inputJsonSchema({ '~standard': later })).toEqual({})
    expect(acceptsAbsence({ '~standard': later })).toBe(false)
    await new Promise((resolve) => setImmediate(resolve))
  })

  test('is tried out if describing itself throws', () => {
    const { validate } = taking((value) => typeof value === 'boolean')['~standard']
    const fails = (): never => {
      throw new Error('cannot be represented')
    }
    const schema: StandardSchema = {
      '~standard': {
        version: 1,
        vendor: 'house',
        validate,
        jsonSchema: { input: fails, output: fails },
      },
    }
    expect(inputJsonSchema(schema)).toEqual({ type: 'boolean' })
    expect(outputJsonSchema(schema)).toEqual({})
  })
})
