import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { s } from '../../schema/index.ts'
import { readerOf } from '../input/reading.suite.ts'
import { inputTokens } from './call-argv.ts'

const parser = await readerOf({
  args: { id: s.string(), rest: s.array(s.string()).optional() },
  options: {
    userName: s.string(),
    count: s.integer().optional(),
    isOn: s.boolean().optional(),
    tags: s.array(s.string()).optional(),
    grid: s.array(s.array(s.number())).optional(),
  },
})
const names = ['id', 'rest', 'user-name', 'count', 'is-on', 'tags', 'grid'].map((name) => ({
  name,
}))
// Control characters are refused in every input.
const text = fc.string({ unit: 'grapheme' }).filter((value) => !/\p{Cc}/u.test(value))
const option = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

describe('input as data', () => {
  it('reaches the command unchanged, whatever its texts look like', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          id: text,
          rest: option(fc.array(text, { minLength: 1 })),
          userName: fc.oneof(text, fc.constantFrom('--count', '-x', '--', '', '[1]', 'true')),
          count: option(fc.integer()),
          isOn: option(fc.boolean()),
          tags: option(fc.array(text, { minLength: 1 })),
          grid: option(fc.array(fc.array(fc.integer(), { minLength: 1 }), { minLength: 1 })),
        }),
        async (given) => {
          const input = JSON.parse(JSON.stringify(given)) as Record<string, never>
          const read = await parser.read(inputTokens(input, names))
          expect(read.problems).toEqual([])
          expect(given).toMatchObject({ ...read.args, ...read.options })
          expect({ ...read.args, ...read.options }).toMatchObject(input)
        },
      ),
    )
  })

  it('leaves out what is null', () => {
    expect(inputTokens({ id: null, userName: 'a' }, names)).toEqual(['--user-name=a'])
  })

  it('finds a name in every usual spelling, and passes an unknown one on', () => {
    for (const key of ['userName', 'user-name', 'user_name', '--user-name'])
      expect(inputTokens({ [key]: 'a' }, names)).toEqual(['--user-name=a'])
    expect(inputTokens({ lim: 3, '--more': true }, names)).toEqual(['--lim=3', '--more=true'])
  })
})
