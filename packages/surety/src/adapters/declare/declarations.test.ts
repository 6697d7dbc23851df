import { Command } from 'commander'
import { describe, expect, it } from 'vitest'

import { readCommander } from '../commander/commander-engine.ts'
import { toCli } from '../to-cli.ts'
import { namedByProgram } from './command-names.ts'
import type { AdapterDeclarations, ErrorRules } from './declarations.ts'
import { findRule, toRules } from './error-rules.ts'
import { parseDeclarations } from './load-declarations.ts'

function adapt(declarations: AdapterDeclarations) {
  const program = new Command('acme').version('1.0.0')
  const issue = program.command('issue').description('Issues')
  issue
    .command('delete <id>')
    .option('--zone <zone>')
    .action(() => {})
  return toCli(readCommander(program, 'acme'), declarations)
}

describe('declarations', () => {
  it.each([
    [
      { commands: { 'isue delete': {} } },
      "name 'isue delete', which is no command of acme; did you mean 'issue delete'?",
    ],
    [{ commands: { issue: {} } }, "'issue', which is no command"],
    [
      { commands: { 'issue delete': { dangr: 'safe' } } },
      "a member 'dangr', which does not exist; did you mean danger?",
    ],
    [{ comands: {} }, 'did you mean commands?'],
    [
      { commands: { 'issue delete': { parameters: { zon: { choices: ['a'] } } } } },
      "'zon', which is no option or argument of it; did you mean 'zone'?",
    ],
    [
      { commands: { 'issue delete': { parameters: { zone: { type: 'array' } } } } },
      "the declaration of 'issue delete' gives 'zone' the type 'array', which does not exist; use 'list'",
    ],
    [
      { commands: { 'issue delete': { parameters: { zone: { kind: 'list' } } } } },
      "the declaration of 'zone' in 'issue delete' has a member 'kind', which does not exist",
    ],
    [
      { commands: { 'issue delete': { schema: { items: { $ref: 'other.json' } } } } },
      `the schema of 'issue delete' at #/items/$ref: "other.json" leads nowhere`,
    ],
  ])('%j are refused at the start', async (declarations, message) => {
    await expect(adapt(declarations as AdapterDeclarations)).rejects.toThrow(message)
  })

  it.each(['db:migrate', 'db-migrate', 'up', 'issue', 'issue main', 'issue:list', 'issue ls'])(
    'can name %s as its callers or the manifest do',
    async (name) => {
      const program = new Command('acme').version('1.0.0')
      const ignore = () => {}
      program.command('db:migrate').alias('up').action(ignore)
      const issue = program.command('issue').action(ignore)
      issue.command('list').alias('ls').action(ignore)
      const foreign = readCommander(program, 'acme')
      const { commands = {} } = namedByProgram(foreign, { commands: { [name]: {} } })
      expect(['db:migrate', 'issue', 'issue list']).toContain(Object.keys(commands)[0])
      await toCli(foreign, { commands: { [name]: { danger: 'safe' } } })
    },
  )

  it('count under the real name of a command that is declared twice', () => {
    const program = new Command('acme').version('1.0.0')
    program
      .command('list')
      .alias('ls')
      .action(() => {})
    const commands = { list: { danger: 'safe' }, ls: { danger: 'mutating' } } as const
    expect(namedByProgram(readCommander(program, 'acme'), { commands }).commands).toEqual({
      list: { danger: 'safe' },
    })
  })

  it('are read from JSON and from YAML', async () => {
    const declared = {
      commands: { 'issue delete': { danger: 'destructive', exits: { 3: 'NOT_FOUND' } } },
    }
    const yaml =
      'surety: 1\ncommands:\n  issue delete:\n    danger: destructive\n    exits: { 3: NOT_FOUND }\n'
    const json = JSON.stringify({ surety: 1, ...declared })
    expect(await parseDeclarations(json, 'a.json', 'acme')).toEqual(declared)
    expect(await parseDeclarations(yaml, 'a.yaml', 'acme')).toEqual(declared)
    expect(await parseDeclarations('surety: 1', 'a.yaml', 'acme')).toEqual({})
  })

  it('of a file say the same as those in code', async () => {
    const text = `
surety: 1
summary: Issues
timeout_seconds: 2.5
dialect: td
requires_command: true
env_prefix: ACME
redirects: { old: { to: issue, reason: renamed } }
examples: [{ summary: All, words: issue list }]
errors:
  - { code: GONE, exit: NOT_FOUND, when: { message: gone, exit: [3, 4] }, summary: It is gone }
  - { code: GONE, exit: NOT_FOUND, when: { class: Gone } }
  - { code: NAMED, exit: CONFLICT, fix_command: issue fix }
commands:
  issue list:
    summary: Lists
    output: { as: jsonl }
    timeout_seconds: 0
    args: { id: { summary: Its number, type: integer, required: true } }
    options: { tag: { many: true, values: [a, b] }, key: { secret: true } }
    exits: { 5: CONFLICT, 6: { exit: UNAVAILABLE, code: BUSY, retryable: true } }
    examples: [{ summary: Some, words: --tag a }]
    next_steps: [{ summary: Look, command: issue show }]
`
    expect(await parseDeclarations(text, 'a.yaml', 'acme')).toEqual({
      description: 'Issues',
      timeoutMs: 2500,
      dialect: 'td',
      requiresCommand: true,
      envPrefix: 'ACME',
      redirects: { old: { to: 'issue', reason: 'renamed' } },
      examples: [{ description: 'All', command: 'acme issue list' }],
      errors: {
        GONE: {
          exit: 'NOT_FOUND',
          description: 'It is gone',
          when: [{ message: 'gone', exit: [3, 4] }, { class: 'Gone' }],
        },
        NAMED: { exit: 'CONFLICT', fixCommand: 'issue fix', when: [{ class: 'NAMED' }] },
      },
      commands: {
        'issue list': {
          description: 'Lists',
          output: 'jsonl',
          timeoutMs: 0,
          parameters: {
            id: { description: 'Its number', type: 'number', required: true },
            tag: { type: 'list', choices: ['a', 'b'] },
            key: { secret: true },
          },
          exits: { 5: 'CONFLICT' },
          errors: { BUSY: { exit: 'UNAVAILABLE', retryable: true, when: [{ exit: 6 }] } },
          examples: [{ description: 'Some', command: 'acme issue list --tag a' }],
          nextSteps: [{ description: 'Look', command: 'issue show' }],
        },
      },
    })
  })

  it.each([
    ['commands: { ls: { danger: harmless } }', '/commands/ls/danger: must be one of'],
    ['comands: {}', '/comands: there is no such member; did you mean commands?'],
    ['errors: [{ code: GONE, exit: LOST }]', '/errors/0/exit: must be one of'],
    ['errors: [{ code: GONE, exit: NOT_FOUND, when: { stderr: x } }]', '/errors/0/when/stderr: '],
    ['commands: { ls: { output: { as: records } } }', '/commands/ls/output/as: must be one of'],
    ['commands: [', 'a.yaml is invalid'],
  ])('of a file with a mistake name its place: %s', async (text, message) => {
    await expect(parseDeclarations(`surety: 1\n${text}`, 'a.yaml', 'acme')).rejects.toThrow(message)
  })

  it('describe parameters that the framework takes for texts', async () => {
    const { cli } = await adapt({
      commands: { 'issue delete': { parameters: { zone: { choices: ['a', 'b'] } } } },
    })
    const group = cli.declaration.commands['issue'] as unknown as {
      commands: Record<string, { options: Record<string, { def: unknown }> }>
    }
    expect(group.commands['delete']!.options['zone']!.def).toMatchObject({ kind: 'enum' })
  })
})

describe('error rules', () => {
  class Gone extends Error {
    override name = 'GoneError'
    code = 'E_GONE'
  }
  const error = new Gone('It is gone for good')
  const failure = { error, message: error.message, exit: 4 }
  const find = (rules: ErrorRules) => findRule(toRules(rules), failure)

  it.each([
    [{ X: { exit: 'NOT_FOUND', when: { class: Gone } } }],
    [{ X: { exit: 'NOT_FOUND', when: { class: 'GoneError' } } }],
    [{ X: { exit: 'NOT_FOUND', when: { code: 'E_GONE', exit: 4 } } }],
    [{ X: { exit: 'NOT_FOUND', when: [{ exit: 9 }, { message: 'gone.*good' }] } }],
    [{ X: { exit: 'NOT_FOUND', when: (seen) => seen.exit === 4 } }],
  ] as readonly [ErrorRules][])('match by class, code, message, exit and function', (rules) => {
    expect(find(rules)).toBe('X')
  })

  it('match the error that they are named after, and no other', () => {
    expect(find({ E_GONE: 'NOT_FOUND' })).toBe('E_GONE')
    expect(find({ OTHER: 'NOT_FOUND' })).toBeUndefined()
    expect(find({ X: { exit: 'NOT_FOUND', when: { code: 'E_GONE', exit: 5 } } })).toBeUndefined()
    expect(find({ X: { exit: 'NOT_FOUND', when: {} } })).toBeUndefined()
    expect(findRule(toRules({}, { 4: 'CONFLICT' }), failure)).toBe('CONFLICT')
  })
})
