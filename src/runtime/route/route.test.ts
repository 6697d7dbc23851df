import { describe, expect, it } from 'vitest'

import { s } from '../../schema/index.ts'
import { runCli } from '../../testing/index.ts'
import { defineCli, defineCommand } from '../index.ts'

describe('global options before the command', () => {
  const globals = {
    profile: s.string().short('p').alias('prof').optional(),
    verbose: s.boolean().default(false).short('v'),
  }
  const show = defineCommand({
    description: 'Shows its global options',
    danger: 'safe',
    exitCodes: { SUCCESS: 'Shown' },
    globals,
    run: (context) => ({ ...context.globals }),
  })
  const cli = defineCli({
    name: 'acme',
    version: '1.0.0',
    description: 'Shows',
    globals,
    commands: { show },
  })

  it.each([
    ['-p prod show'],
    ['-pprod show'],
    ['-p=prod show'],
    ['--prof prod show'],
    ['--profile prod show'],
    ['--profile=prod show'],
    ['--no-verbose --profile prod show'],
  ])('reads the value and finds the command in: %s', async (line) => {
    const { outcome } = await runCli(cli, line.split(' '))
    expect(outcome.data).toEqual({ profile: 'prod', verbose: false })
  })

  it('reads -vp as two options, the second with a value', async () => {
    const { outcome } = await runCli(cli, ['-vp', 'prod', 'show'])
    expect(outcome.data).toEqual({ profile: 'prod', verbose: true })
  })
})
