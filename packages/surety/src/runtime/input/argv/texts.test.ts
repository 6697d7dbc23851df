import { expect, test } from 'vitest'

import { s } from '../../../schema/index.ts'
import { readTexts } from './texts.ts'

test('reads environment variables by their schemas and names them in problems', async () => {
  const shape = {
    ACME_PORT: s.integer().default(80),
    ACME_ZONE: s.enum(['east', 'west']),
    ACME_TOKEN: s.string().max(3).secret(),
    ACME_HOME: s.string(),
  }
  const env: Record<string, string> = {
    ACME_PORT: '8080',
    ACME_ZONE: 'esat',
    ACME_TOKEN: 'hunter2',
  }
  const { values, problems, secrets } = await readTexts(shape, (name) => env[name])
  expect(secrets).toEqual(['hunter2'])
  expect(values).toEqual({ ACME_PORT: 8080 })
  expect(problems.map(({ param, code, suggestion }) => [param, code, suggestion])).toEqual([
    ['ACME_ZONE', 'INVALID_CHOICE', 'east'],
    ['ACME_TOKEN', 'INVALID_VALUE', undefined],
    ['ACME_HOME', 'MISSING_ARGUMENT', undefined],
  ])
  expect(JSON.stringify(problems)).not.toContain('hunter2')
})

test('reads a list from JSON or from a single item', async () => {
  const shape = { NUMBERS: s.array(s.integer()), WORDS: s.array(s.string()) }
  const read = (env: Record<string, string>) => readTexts(shape, (name) => env[name])
  const lists = await read({ NUMBERS: '[1,2]', WORDS: '["a","b"]' })
  expect(lists.values).toEqual({ NUMBERS: [1, 2], WORDS: ['a', 'b'] })
  const single = await read({ NUMBERS: '7', WORDS: '[not json' })
  expect(single.values).toEqual({ NUMBERS: [7], WORDS: ['[not json'] })
  expect((await read({ NUMBERS: '["x"]', WORDS: 'a' })).problems).toHaveLength(1)
})
