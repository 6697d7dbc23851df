import { expect, it } from 'vitest'

import { run } from '../../index.ts'
import { defineCli } from '../../declare/cli.ts'
import { defineCommand } from '../../declare/command.ts'

const errors = { BUSY: { exit: 'UNAVAILABLE', retryable: true }, SLOW: 'RATE_LIMITED' } as const
const declared = { danger: 'mutating', errors } as const
const tool = defineCli({
  name: 'notes',
  commands: {
    busy: defineCommand({
      ...declared,
      run: ({ effect, fail }) => (effect('created'), fail('BUSY', 'It is busy.')),
    }),
    slow: defineCommand({
      ...declared,
      run: ({ effect, fail }) => (effect('updated'), fail('SLOW', 'Too many calls.')),
    }),
    early: defineCommand({ ...declared, run: ({ fail }) => fail('BUSY', 'It is busy.') }),
    nothing: defineCommand({
      ...declared,
      run: ({ effect, fail }) => (effect('noop'), fail('BUSY', 'It is busy.')),
    }),
    again: defineCommand({
      ...declared,
      idempotent: true,
      run: ({ effect, fail }) => (effect('updated'), fail('BUSY', 'It is busy.')),
    }),
  },
})

it.each([
  ['busy', false],
  ['slow', false],
  ['early', true],
  ['nothing', true],
  ['again', true],
])('a failure of `%s` is retryable: %j, whatever its code promises', async (name, retryable) => {
  const { outcome } = await run(tool, [name])
  expect(outcome.ok).toBe(false)
  expect(outcome.error?.retryable).toBe(retryable)
})
