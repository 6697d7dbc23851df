import { Command } from 'commander'
import { describe, expect, it } from 'vitest'

import { readCommander } from '../commander/commander-engine.ts'
import { toCli } from '../to-cli.ts'
import { namedByProgram } from './command-names.ts'
import type { AdapterDeclarations, ErrorRules } from './declarations.ts'
import { findRule, toRules } from './error-rules.ts'
import { parseDeclarations } from './parse-declarations.ts'

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
      'commands:\n  issue delete:\n    danger: destructive\n    exits: { 3: NOT_FOUND }\n'
    expect(await parseDeclarations(JSON.stringify(declared), 'a.json')).toEqual(declared)
    expect(await parseDeclarations(yaml, 'a.yaml')).toEqual(declared)
    expect(await parseDeclarations('', 'a.yaml')).toEqual({})
  })

  it.each([
    ['commands: { ls: { danger: harmless } }', 'a.yaml: commands.ls.danger: expected one of'],
    ['comands: {}', 'comands'],
    ['errors: { GONE: { exit: LOST } }', 'errors.GONE'],
    ['commands: [', 'a.yaml: '],
  ])('of a file with a mistake name its place: %s', async (text, message) => {
    await expect(parseDeclarations(text, 'a.yaml')).rejects.toThrow(message)
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
