import { describe, expect, test } from 'vitest'

import { s } from '../schema/index.ts'
import { runCli } from '../testing/index.ts'
import { defineCli, defineGroup } from './index.ts'

describe('a tool that is one command', () => {
  const greet = defineCli({
    name: 'greet',
    args: { name: s.string().describe('Who to greet') },
    options: { loud: s.boolean().default(false) },
    errors: { NOBODY: 'NOT_FOUND' },
    run: ({ args, options, fail }) => {
      if (args.name === 'nobody') fail('NOBODY', 'There is nobody of that name.')
      return { greeting: `Hello ${options.loud ? args.name.toUpperCase() : args.name}` }
    },
  })
  const dataOf = async (...argv: string[]) => (await runCli(greet, argv)).outcome.data

  test('takes its arguments right after its name', async () => {
    expect(await dataOf('Ada')).toEqual({ greeting: 'Hello Ada' })
    expect(await dataOf('--loud', 'Ada')).toEqual({ greeting: 'Hello ADA' })
    expect(await dataOf('--name', 'Ada')).toEqual({ greeting: 'Hello Ada' })
    // The name of a built-in command is an argument after --.
    expect(await dataOf('--', 'manifest')).toEqual({ greeting: 'Hello manifest' })
  })

  test('fails as any command does', async () => {
    const { outcome } = await runCli(greet, ['nobody'])
    expect([outcome.error?.code, outcome.exit]).toEqual(['NOBODY', 'NOT_FOUND'])
    expect((await runCli(greet, [])).outcome.error?.code).toBe('MISSING_ARGUMENT')
    expect((await runCli(greet, ['Ada', 'Bob'])).outcome.error?.code).toBe('UNEXPECTED_ARGUMENT')
    expect((await runCli(greet, ['Ada', '--lod'])).outcome.error?.code).toBe('UNKNOWN_FLAG')
  })

  test('has help, a version, a schema and a manifest', async () => {
    expect((await runCli(greet, ['--version'])).stdout).toBe('greet 0.0.0\n')
    for (const argv of [['--help'], ['help'], ['Ada', '--help']]) {
      const { stdout, stderr } = await runCli(greet, argv)
      expect(stdout + stderr).toMatch(/greet .*<name>/)
      expect(stdout + stderr).toContain('--loud')
    }
    const schema = await dataOf('--schema')
    expect(JSON.stringify(schema)).toContain('Who to greet')
    const { commands } = (await dataOf('manifest')) as { commands: Record<string, object> }
    expect(commands['greet']).toMatchObject({ danger_level: 'mutating' })
    const offered = (await runCli(greet, ['__complete', '--', '-'])).stdout
    expect(offered).toMatch(/^--loud\t/m)
  })
})

describe('commands and groups as plain objects', () => {
  const add = { description: 'Adds a note', args: { title: s.string() }, run: () => ({ id: 1 }) }
  const notes = defineCli({
    name: 'notes',
    commands: {
      add,
      tag: {
        description: 'Tags',
        aliases: ['t'],
        commands: { add: { description: 'Adds a tag', run: () => ({ tag: 1 }) } },
      },
    },
  })

  test('are called like declared ones', async () => {
    expect((await runCli(notes, ['add', 'x'])).outcome.data).toEqual({ id: 1 })
    expect((await runCli(notes, ['t', 'add'])).outcome.data).toEqual({ tag: 1 })
    const { commands } = (await runCli(notes, ['manifest'])).outcome.data as { commands: object }
    expect(Object.keys(commands)).toEqual(expect.arrayContaining(['add', 'tag', 'tag.add']))
  })
})

describe('a group that is loaded when it is called', () => {
  const loads: string[] = []
  const inner = defineGroup({
    description: 'Keys of users',
    commands: { rotate: { description: 'Rotates a key', run: () => ({ rotated: true }) } },
  })
  const cli = defineCli({
    name: 'acme',
    commands: {
      ping: { description: 'Answers', run: () => ({ pong: true }) },
      user: {
        description: 'Users',
        aliases: ['u'],
        load: async () => {
          loads.push('user')
          const key = { description: 'Keys', load: async () => ({ default: inner }) }
          const add = { description: 'Adds a user', run: () => ({ added: true }) }
          return { group: defineGroup({ description: 'Users', commands: { key, add } }) }
        },
      },
    },
  })

  test('is left alone by calls of other commands', async () => {
    expect((await runCli(cli, ['ping'])).outcome.ok).toBe(true)
    expect((await runCli(cli, ['--version'])).outcome.ok).toBe(true)
    expect(loads).toEqual([])
  })

  test('runs its commands, also those of groups in it', async () => {
    expect((await runCli(cli, ['user', 'add'])).outcome.data).toEqual({ added: true })
    expect((await runCli(cli, ['u', 'key', 'rotate'])).outcome.data).toEqual({ rotated: true })
    const { outcome } = await runCli(cli, ['user', 'ad'])
    expect(outcome.error?.suggestion).toContain('acme user add')
    expect(loads).toEqual(['user'])
  })

  test('is complete in help and manifest', async () => {
    const { stdout, stderr } = await runCli(cli, ['user', '--help'])
    expect(stdout + stderr).toContain('Adds a user')
    const { commands } = (await runCli(cli, ['manifest'])).outcome.data as { commands: object }
    expect(Object.keys(commands)).toEqual(
      expect.arrayContaining(['ping', 'user', 'user.add', 'user.key', 'user.key.rotate']),
    )
  })

  test('names the exports that it expects if there is neither a command nor a group', async () => {
    const broken = defineCli({
      name: 'acme',
      commands: { user: { description: 'Users', load: async () => ({ users: 1 }) } },
    })
    const { outcome } = await runCli(broken, ['user', 'add'], { unchecked: true })
    expect(outcome.error?.detail).toContain("export it as 'command', 'group' or default")
  })
})

describe('a streaming command with an output schema', () => {
  const row = s.object({ id: s.integer(), at: s.string().default('now') })
  const stream = (rows: readonly unknown[]) =>
    defineCli({
      name: 'rows',
      output: s.array(row),
      async *run() {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- half of the rows are wrong
        yield* rows as readonly { id: number }[]
      },
    })

  test('checks each row by the schema of the list, in every format', async () => {
    const cli = stream([{ id: 1 }, { id: 2, at: 'noon' }])
    const rows = [
      { id: 1, at: 'now' },
      { id: 2, at: 'noon' },
    ]
    expect((await runCli(cli, [])).outcome.data).toEqual(rows)
    const { stdout } = await runCli(cli, ['--format', 'jsonl'])
    const lines = stdout.trimEnd().split('\n')
    expect(lines.slice(0, 2).map((line) => JSON.parse(line) as unknown)).toEqual(rows)
    const { data } = (await runCli(cli, ['--schema'])).outcome
    expect(JSON.stringify(data)).toContain('"type":"array"')
  })

  test('refuses a row that does not match, whatever came before it', async () => {
    for (const argv of [[], ['--format', 'jsonl']]) {
      const { outcome } = await runCli(stream([{ id: 1 }, { id: 'x' }]), argv)
      expect([outcome.error?.code, outcome.error?.detail]).toEqual([
        'OUTPUT_INVALID',
        expect.stringContaining('id'),
      ])
    }
  })
})
