import { expect, test } from 'vitest'

import { s } from '../../schema/index.ts'
import { runCli } from '../../testing/index.ts'
import { defineCli } from '../index.ts'

const cli = defineCli({
  name: 'acme',
  env: {
    ACME_PORT: s.integer().default(80),
    ACME_ZONE: s.enum(['east', 'west']).optional(),
    ACME_TOKEN: s.string().max(3).secret().optional(),
    ACME_HOME: s.string().default('here'),
    NUMBERS: s.array(s.integer()).default([]),
    WORDS: s.array(s.string()).default([]),
  },
  options: { must: s.string().optional() },
  run: ({ env }) => ({ ...env, ACME_TOKEN: null }),
})
const run = (env: Record<string, string>) => runCli(cli, [], { env })

test('reads environment variables by their schemas and names them in problems', async () => {
  const env = { ACME_PORT: '8080', ACME_ZONE: 'esat', ACME_TOKEN: 'hunter2' }
  const { outcome, stdout } = await run(env)
  const { errors } = outcome.meta as { errors?: Record<string, unknown>[] }
  expect(errors?.map(({ param, code, suggestion }) => [param, code, suggestion])).toEqual([
    ['ACME_ZONE', 'INVALID_CHOICE', 'east'],
    ['ACME_TOKEN', 'INVALID_VALUE', undefined],
  ])
  expect(stdout).not.toContain('hunter2')
  const { outcome: done } = await run({ ACME_PORT: '8080' })
  expect(done.data).toMatchObject({ ACME_PORT: 8080, ACME_HOME: 'here' })
})

test('reads a list from JSON or from a single item', async () => {
  const lists = await run({ NUMBERS: '[1,2]', WORDS: '["a","b"]' })
  expect(lists.outcome.data).toMatchObject({ NUMBERS: [1, 2], WORDS: ['a', 'b'] })
  const single = await run({ NUMBERS: '7', WORDS: '[not json' })
  expect(single.outcome.data).toMatchObject({ NUMBERS: [7], WORDS: ['[not json'] })
  expect((await run({ NUMBERS: '["x"]', WORDS: 'a' })).outcome.error?.code).toBe('INVALID_VALUE')
})
