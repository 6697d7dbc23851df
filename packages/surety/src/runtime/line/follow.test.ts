import { describe, expect, it } from 'vitest'

import { s } from '../../schema/index.ts'
import { runCli } from '../../testing/index.ts'
import { FLAGS, namesOf } from '../declare/framework-flags.ts'
import { defineCli, defineCommand } from '../index.ts'
import { toolNamesOf } from './names.ts'
import { follow, readLine } from './read.ts'

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

describe('flags of the framework before the command', () => {
  const declared = {
    name: 'acme',
    globals: { etag: s.boolean().default(false) },
    commands: { list: { description: 'Lists', danger: 'safe', exitCodes: {}, run: () => [] } },
  } as const
  const cli = defineCli(declared)
  const names = FLAGS.flatMap((flag) =>
    namesOf(flag).map((name) => [name, flag.def.kind === 'boolean'] as const),
  )
  const own = ['etag']

  it.each(names.filter(([name]) => !own.includes(name)))(
    'finds the command behind --%s',
    (name, isSwitch) => {
      const argv = isSwitch ? [`--${name}`, 'list'] : [`--${name}`, 'x', 'list']
      const found = follow(cli, readLine(argv, toolNamesOf(cli)))
      expect(found).toMatchObject({ kind: 'command', path: ['list'], rest: argv.slice(0, -1) })
    },
  )

  it.each(own)('leaves --%s to the tool, which uses the name itself', (name) => {
    expect(follow(cli, readLine([`--${name}`, 'list'], toolNamesOf(cli)))).toMatchObject({
      path: ['list'],
    })
  })
})

it('shows the help of a command in a group that is loaded for it', async () => {
  const cli = defineCli({
    name: 'acme',
    commands: {
      users: {
        description: 'Users',
        load: async () => ({
          group: {
            description: 'Users',
            commands: { add: { description: 'Adds a user', run: () => ({}) } },
          },
        }),
      },
    },
  })
  const help = async (...argv: string[]) => (await runCli(cli, [...argv, '--help'])).stdout
  expect(await help('users', 'add')).toMatch(/^acme users add.*\nAdds a user/)
  expect(await help('users')).toContain('$ acme users <command>')
})

it('takes the letter of help among others for no request for help', async () => {
  const cli = defineCli({
    name: 'acme',
    commands: { login: { description: 'L', options: { key: s.string() }, run: () => ({}) } },
  })
  const { outcome } = await runCli(cli, ['login', '--key', '-hunter2'])
  expect(outcome).toMatchObject({
    exit: 'ARG_ERROR',
    error: { message: expect.stringContaining('--key') },
  })
})
