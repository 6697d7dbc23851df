import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { JsonValue } from 'surety/unstable/contract'
import { customExits } from '../read/read-answer.ts'
import { findCommand, isUnlisted } from './declared-command.ts'
import { listCommands } from './list-commands.ts'
import { manifestDialect, manifestIn } from './manifest-document.ts'

const entry = (danger: string, more: object = {}) => ({
  description: 'x',
  danger_level: danger,
  flags: { json: {} },
  exit_codes: { 0: { description: 'x', retryable: false, side_effects: 'complete' } },
  ...more,
})
const manifest = {
  schema_version: '1.0',
  framework_version: '1',
  etag: 'e',
  commands: {
    users: entry('safe', { subcommands: ['users.add'] }),
    'users.add': entry('mutating', { aliases: ['create', 'new-user'] }),
    ls: entry('safe'),
    rm: entry('destructive', { aliases: ['delete'] }),
    wipe: entry('destructive', { aliases: ['delete'] }),
    odd: { danger_level: 'harmless', exit_codes: {} },
  },
} as unknown as JsonValue

describe('isUnlisted', () => {
  test.each([
    [['mv', 'a', 'b'], true],
    [['users', 'purge'], true],
    [['constructor'], true],
    [['users'], false],
    [['users', 'add', 'alice'], false],
    [['users', 'create'], false],
    [['ls', 'folder'], false],
    [['delete', 'x'], false],
    [['odd'], false],
    [['--env', 'mv'], false],
    [[], false],
  ])('tells for %j that no command is meant: %j', (words, isSo) => {
    expect(isUnlisted(manifest, words)).toBe(isSo)
  })

  test('is never so of a tool that is one command', () => {
    const one = { ...(manifest as object), commands: { '': entry('safe') } } as unknown as JsonValue
    expect(isUnlisted(one, ['Ada'])).toBe(false)
    expect(isUnlisted({}, ['Ada'])).toBe(false)
  })
})

describe('findCommand', () => {
  test.each([
    [['ls'], 'ls'],
    [['ls', 'some', 'folder', '--long'], 'ls'],
    [['users', 'add', 'alice'], 'users.add'],
    [['users', 'add', '--name', 'alice'], 'users.add'],
    [['users', 'create', 'alice'], 'users.add'],
    [['users'], 'users'],
    [['users', '--json'], 'users'],
  ])('finds for %j the command %s', (words, path) => {
    expect(findCommand(manifest, words)?.path).toBe(path)
  })

  test.each([
    ['is not listed', ['mv', 'a', 'b']],
    ['begins with a flag, whose value nobody can tell from a command', ['--env', 'ls']],
    ['is below a group and not listed there', ['users', 'purge']],
    ['comes after a flag of its group', ['users', '--json', 'add']],
    ['has a name that is an alias of two', ['delete', 'x']],
    ['has a danger level that nobody knows', ['odd']],
    ['is missing', []],
    ['is called like a member of every object', ['constructor']],
  ])('finds no command if it %s', (_why, words) => {
    expect(findCommand(manifest, words)).toBeUndefined()
  })

  test('keeps complete exits and drops the others', () => {
    const exits = {
      79: { name: 'QUOTA', description: 'Spent', retryable: true, side_effects: 'none' },
      80: { name: 'LOCKED', description: 'x', retryable: true, side_effects: 'partial' },
      81: { description: 'x', retryable: 'yes', side_effects: 'none' },
      82: { description: 'x', retryable: false, side_effects: 'some' },
      83: { retryable: false, side_effects: 'none' },
      '-1': { retryable: false, side_effects: 'none' },
      2: { name: 'ARG_ERROR', description: 'x', retryable: false, side_effects: 'none' },
    }
    const found = findCommand({ commands: { x: entry('safe', { exit_codes: exits }) } }, ['x'])
    expect(found?.exits.map(({ number }) => number)).toEqual([2, 79, 80, 83])
    // An exit that is retryable after side effects is not reliable.
    expect(customExits(found).map(({ name }) => name)).toEqual(['QUOTA', 'EXIT_83'])
  })

  test('reads what a lean manifest says once for all commands', () => {
    const exit = { name: 'ARG_ERROR', description: 'x', retryable: true, side_effects: 'none' }
    const own = { name: 'QUOTA', description: 'x', retryable: true, side_effects: 'none' }
    const lean = {
      schema_version: '1.1',
      etag: 'e',
      flags: { json: { type: 'boolean' } },
      exit_codes: { 3: exit },
      builtins: { version: 'safe', 'job.cancel': 'mutating' },
      commands: {
        add: { description: 'x', danger_level: 'mutating', flags: { name: { type: 'string' } } },
        rm: { description: 'x', danger_level: 'destructive', exit_codes: { 79: own } },
        help: { description: 'x', danger_level: 'safe', builtin: true },
      },
    }
    expect(findCommand(lean, ['add', '1'])).toMatchObject({
      danger: 'mutating',
      flags: ['name', 'json'],
      exits: [{ number: 0 }, { number: 3, retryable: true }],
    })
    expect(findCommand(lean, ['rm'])?.exits.map(({ number }) => number)).toEqual([0, 3, 79])
    expect(findCommand(lean, ['job', 'cancel', '1'])?.danger).toBe('mutating')
    expect(findCommand(lean, ['1'])).toBeUndefined()
    expect(manifestIn(['manifest'], { ok: true, data: lean, meta: {} } as never)?.etag).toBe('e')
    expect(manifestDialect(['spec-1.0', 'spec-1.6'], lean)).toBe('spec-1.0')
  })

  test('finds a tool that is one command under an empty path', () => {
    const greet: JsonValue = { commands: { '': entry('mutating'), help: entry('safe') } }
    for (const words of [['Ada'], [], ['--loud', 'Ada']])
      expect(findCommand(greet, words)?.path).toBe('')
    expect(findCommand(greet, ['help'])?.path).toBe('help')
    expect(listCommands(greet).map(({ words }) => words)).toEqual([[], ['help']])
  })

  test('finds a tool that is one command under its own name', () => {
    const greet = (more: object) =>
      ({ ...more, commands: { greet: entry('mutating'), help: entry('safe') } }) as JsonValue
    for (const words of [['Ada'], [], ['--loud', 'Ada']])
      expect(findCommand(greet({ name: 'greet' }), words)?.path).toBe('greet')
    expect(findCommand(greet({ name: 'greet' }), ['help'])?.path).toBe('help')
    expect(findCommand(greet({}), ['Ada'], 'greet')?.path).toBe('greet')
    expect(findCommand(greet({}), ['Ada'], 'other')).toBeUndefined()
    // A tool with one subcommand is no such tool.
    expect(findCommand(greet({ name: 'other' }), ['Ada'])).toBeUndefined()
    expect(listCommands(greet({ name: 'greet' })).map(({ words }) => words)).toEqual([[], ['help']])
  })

  test('reads what all commands share from the root of a manifest of 1.16', () => {
    const [list] = listCommands({
      schema_version: '3.21',
      flags: { format: {} },
      exit_codes: { 0: {}, 2: {} },
      commands: {
        list: { ...entry('safe', { exit_codes: { 5: {} } }), positionals: [{ name: 'zone' }] },
      },
    })
    expect(list?.flags.map(({ name }) => name)).toEqual(['json', 'format', 'zone'])
    expect(list?.exits).toEqual([0, 2, 5])
  })

  test('throws nothing and invents nothing for any manifest', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.string()), (document, words) => {
        expect(customExits(findCommand(document as JsonValue, words))).toEqual([])
        expect(customExits(findCommand({ commands: document } as JsonValue, words))).toEqual([])
      }),
    )
  })
})

describe('manifestIn', () => {
  const answer = (data: unknown) => ({ ok: true, data, meta: {} }) as never

  test('takes a manifest only from the command of that name', () => {
    expect(manifestIn(['manifest'], answer(manifest))?.etag).toBe('e')
    expect(manifestIn(['manifest', '--json'], answer(manifest))?.etag).toBe('e')
    expect(manifestIn(['fetch', 'manifest'], answer(manifest))).toBeUndefined()
    expect(manifestIn([], answer(manifest))).toBeUndefined()
  })

  test('ignores a manifest that is not complete', () => {
    const { etag: _etag, ...untagged } = manifest as Record<string, unknown>
    for (const data of [
      null,
      'x',
      [],
      untagged,
      { ...untagged, etag: 'e', commands: { ls: {} } },
    ]) {
      expect(manifestIn(['manifest'], answer(data))).toBeUndefined()
    }
  })
})
