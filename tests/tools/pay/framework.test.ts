import { describe, expect, test } from 'vitest'

import { defineCli, defineCommand } from 'surety'
import { runCli } from 'surety/testing'

/** A failure as the founding document's tool throws it: no class of the framework's. */
class CliError extends Error {
  readonly code = 'no_wallet'
  readonly extra = { chain: 'base' }
  readonly nextSteps = { action: 'create_wallet' }
}

const answer = (run: () => unknown) =>
  defineCommand({
    description: 'Does one thing',
    danger: 'safe',
    exitCodes: { SUCCESS: 'Fine', PRECONDITION: 'A wallet is missing' },
    run,
  })

const tool = defineCli({
  name: 'tool',
  version: '1.0.0',
  description: 'Ends in every way that a handler can',
  dialect: 'incur-compact',
  errors: { no_wallet: { exit: 'PRECONDITION', retryable: false } },
  commands: {
    null: answer(() => null),
    nothing: answer(() => undefined),
    'throws-at-once': answer(() => {
      throw new CliError('No wallet.')
    }),
    rejects: answer(() => Promise.reject(new CliError('No wallet.'))),
    crashes: answer(() => {
      throw new TypeError('a bug')
    }),
  },
})

async function run(...argv: readonly string[]) {
  const { stdout, exit: exitCode } = await runCli(tool, argv, { unchecked: true })
  return { stdout, exitCode }
}

describe('a result that is nothing', () => {
  test.each(['null', 'nothing'])('%s prints nothing, in any format', async (name) => {
    for (const format of ['json', 'yaml', 'toon', 'md', 'jsonl']) {
      expect(await run(name, '--format', format)).toEqual({ stdout: '', exitCode: 0 })
    }
  })

  test('is null in full output', async () => {
    const { stdout } = await run('null', '--json', '--full-output')
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: null })
  })
})

describe('an error class of the author', () => {
  test.each(['throws-at-once', 'rejects'])(
    '%s and arrives with all that it carries',
    async (name) => {
      const { stdout, exitCode } = await run(name, '--json')
      expect(JSON.parse(stdout)).toEqual({
        code: 'no_wallet',
        message: 'No wallet.',
        retryable: false,
        extra: { chain: 'base' },
        next_steps: { action: 'create_wallet' },
      })
      expect(exitCode).toBe(1)
    },
  )
})

test('a defect is UNKNOWN, and its text stays inside', async () => {
  const { stdout, exitCode } = await run('crashes', '--json')
  expect(JSON.parse(stdout)).toEqual({ code: 'UNKNOWN', message: expect.any(String) as string })
  expect(exitCode).toBe(1)
})
