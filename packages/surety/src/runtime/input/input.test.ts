import { expect, test } from 'vitest'

import { runCli, type RunCliOptions } from '../../testing/index.ts'
import { defineCli, defineCommand } from '../index.ts'

const whoami = defineCommand({
  description: 'Says who calls',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The name is in data' },
  auth: { tokenEnv: ['ACME_TOKEN', 'CI_TOKEN'] },
  run: ({ token }) => ({ length: token?.length }),
})
const cli = defineCli({
  name: 'acme',
  version: '1.0.0',
  description: 'Acme',
  commands: { whoami },
})
const run = (options: RunCliOptions, ...argv: string[]) => runCli(cli, ['whoami', ...argv], options)

test('a command that uses a token is AUTH_REQUIRED without one, at a terminal too', async () => {
  for (const options of [{ tty: true }, { tty: false }]) {
    const { outcome, exit } = await run(options)
    expect(exit).toBe(8)
    expect(outcome.error).toMatchObject({
      code: 'TOKEN_MISSING',
      message: "'whoami' needs a token in ACME_TOKEN or CI_TOKEN.",
      suggestion: 'Set ACME_TOKEN or CI_TOKEN to a token and run the command again.',
      phase: 'validation',
    })
  }
})

test('a call without its token says nothing of a limit, which it never comes to', async () => {
  const rows = defineCommand({ ...whoami.declaration, list: { maxLimit: 3 }, run: () => [1] })
  const tool = defineCli({ ...cli.declaration, commands: { rows } })
  const without = await runCli(tool, ['rows'])
  expect(without.outcome.error).toMatchObject({ code: 'TOKEN_MISSING' })
  expect(without.outcome.warnings).toEqual([])
  const { outcome } = await runCli(tool, ['rows'], { env: { CI_TOKEN: 'abc' } })
  expect(outcome.warnings).toEqual(['--limit was reduced to 3, its maximum.'])
})

test('the first variable that is set gives the token', async () => {
  expect((await run({ env: { CI_TOKEN: 'abc' } })).outcome.data).toEqual({ length: 3 })
  const both = { ACME_TOKEN: 'abcd', CI_TOKEN: 'abc' }
  expect((await run({ env: both })).outcome.data).toEqual({ length: 4 })
})

test('the schema says that it works without a terminal', async () => {
  expect((await run({}, '--schema')).outcome.data).toMatchObject({
    headless_supported: true,
    token_env_vars: ['ACME_TOKEN', 'CI_TOKEN'],
  })
})
