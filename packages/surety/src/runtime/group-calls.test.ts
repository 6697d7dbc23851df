import { describe, expect, it } from 'vitest'

import type { JsonObject } from '../contract/index.ts'
import { s } from '../schema/index.ts'
import { runCli } from '../testing/index.ts'
import { defineCli, defineCommand, defineGroup } from './index.ts'

const base = {
  description: 'Does something',
  danger: 'safe',
  exitCodes: { SUCCESS: 'It is done' },
  run: () => ({}),
} as const
const acme = defineCli({
  name: 'acme',
  version: '1.0.0',
  description: 'Acme',
  globals: { profile: s.string().short('p').optional(), account: s.string() },
  commands: {
    users: defineGroup({
      description: 'Users',
      aliases: ['u'],
      commands: { add: defineCommand(base), ls: defineCommand(base) },
    }),
    ping: defineCommand(base),
  },
})

describe('the manifest', () => {
  it('has parts without an etag: a group, a depth, and an index with one line each', async () => {
    const names = async (...argv: string[]) => {
      const { data } = (await runCli(acme, ['manifest', ...argv])).outcome
      expect(data).not.toHaveProperty('etag')
      return Object.keys((data as JsonObject)['commands'] as JsonObject)
    }
    expect(await names('users')).toEqual(['users', 'users.add', 'users.ls'])
    expect(await names('--depth', '1')).not.toContain('users.add')
    expect(await names('--index')).toEqual(['users add', 'users ls', 'ping'])
    const unknown = await runCli(acme, ['manifest', 'nope'])
    expect(unknown.outcome.error?.code).toBe('UNKNOWN_COMMAND')
  })
})

describe('a call without a command', () => {
  it.each([[['-p', 'x']], [['--profile=x', 'users']], [['users', '--format', 'json']]])(
    'REQ-F-068: %j accepts global options and shows help',
    async (argv) => {
      const { exit, stdout, stderr } = await runCli(acme, argv)
      expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
      expect(stdout).toMatch(/^acme[^{]*\nUsage|"usage":"acme users <command>/)
    },
  )

  it.each([
    [['--jsn'], 'UNKNOWN_FLAG', '--json'],
    [['users', '--prfile=x'], 'UNKNOWN_FLAG', '--profile'],
    [['--format', 'yml'], 'INVALID_CHOICE', 'yaml'],
  ])('%j is refused with a suggestion', async (argv, code, suggestion) => {
    const { outcome } = await runCli(acme, argv)
    expect(outcome.error).toMatchObject({ code, suggestion: `Did you mean ${suggestion}?` })
  })

  it('REQ-F-068: --help works even beside an unknown option', async () => {
    expect((await runCli(acme, ['users', '--help', '--nope'])).exit).toBe(0)
  })

  it('REQ-F-048: the schema_ref of help works for the tool and for each group', async () => {
    for (const argv of [[], ['users'], ['u']]) {
      const { outcome, stderr } = await runCli(acme, [...argv, '--envelope', 'spec-1.6'])
      expect(stderr).toContain('Usage')
      const words = String((outcome.data as JsonObject)['schema_ref']).split(' ')
      const { data, meta } = (await runCli(acme, words)).outcome
      expect(meta.type).toBe('manifest')
      const names = Object.keys((data as JsonObject)['commands'] as JsonObject)
      expect(names).toContain('users.add')
      expect(names.includes('ping')).toBe(argv.length === 0)
    }
  })

  it('shows the schema even in a tool that requires a command', async () => {
    const strict = defineCli({ ...acme.declaration, dialect: 'claw-2.0' })
    expect((await runCli(strict, ['users'])).outcome.error?.code).toBe('parse')
    expect((await runCli(strict, ['users', '--schema'])).exit).toBe(0)
  })
})

it.each(['help', 'version', 'manifest', 'schema', 'completion bash'])(
  'the built-in command runs without the required global options of the tool: %s',
  async (line) => {
    expect((await runCli(acme, line.split(' '))).exit).toBe(0)
    expect((await runCli(acme, ['ping'])).outcome.error?.code).toBe('MISSING_ARGUMENT')
  },
)

describe('help for an unknown command', () => {
  it.each([
    [['help', 'pnig'], 'acme ping --help'],
    [['help', 'users', 'ad'], 'acme users add --help'],
  ])('%j fails and suggests the closest command', async (argv, command) => {
    const { outcome } = await runCli(acme, argv)
    expect(outcome.error).toMatchObject({
      code: 'UNKNOWN_COMMAND',
      suggestion: `See ${command}.`,
    })
  })
})

it('mounts a tool in another one by its declaration', async () => {
  const { users } = acme.declaration.commands
  const down = defineCommand({
    ...base,
    exitCodes: { SUCCESS: 'It is up', UNAVAILABLE: 'It is down' },
    run: ({ fail }) => fail('DB_DOWN' as never, 'It is down.'),
  })
  const db = defineCli({
    name: 'db',
    version: '1.0.0',
    description: 'The database',
    errors: { DB_DOWN: 'UNAVAILABLE' },
    default: 'down',
    commands: { down, users: users! },
  })
  const host = defineCli({
    name: 'host',
    version: '1.0.0',
    description: 'Host',
    errors: { ...db.declaration.errors },
    commands: { db: defineGroup(db.declaration) },
  })
  expect((await runCli(host, ['db'])).outcome.error?.code).toBe('DB_DOWN')
  const added = await runCli(host, ['db', 'users', 'add', '--envelope', 'spec-1.6'])
  expect(added.outcome.meta.command).toBe('db users add')
  const help = await runCli(host, ['db', '--help'])
  expect(help.stdout).toMatch(/^host db\nThe database/)
})

describe('deprecated commands and options', () => {
  const old = defineCli({
    name: 'acme',
    version: '1.0.0',
    description: 'Acme',
    commands: {
      old: defineCommand({
        ...base,
        deprecated: { message: 'it is slow', use: 'acme new' },
        options: {
          was: s.string().optional().deprecated('use --is'),
          gone: s.boolean().default(false).deprecated(),
        },
      }),
    },
  })

  it('warn when they are used', async () => {
    const { outcome } = await runCli(old, ['old', '--was', 'x', '--gone'])
    expect(outcome.warnings).toEqual([
      '--was is deprecated: use --is',
      '--gone is deprecated.',
      "'old' is deprecated: it is slow. Use 'acme new' instead.",
    ])
    expect((await runCli(old, ['old'])).outcome.warnings).toHaveLength(1)
  })

  it('are marked in help', async () => {
    const { stdout } = await runCli(old, ['old', '--help'])
    expect(stdout).toContain('[deprecated: use --is]')
  })
})

it('REQ-C-013: invalid --fields are refused before the command runs', async () => {
  let calls = 0
  const act = defineCommand({
    ...base,
    danger: 'mutating',
    run: () => {
      calls += 1
      return { effect: 'updated' }
    },
  })
  const cli = defineCli({ name: 'acme', version: '1.0.0', description: 'Acme', commands: { act } })
  for (const fields of ['', 'a,,b', 'a..b', '[x]']) {
    const { outcome } = await runCli(cli, ['act', `--fields=${fields}`])
    expect(outcome.error).toMatchObject({ code: 'INVALID_VALUE', phase: 'validation' })
  }
  expect(calls).toBe(0)
})
