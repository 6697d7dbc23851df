import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import { root } from '../../../scripts/build/targets.mjs'

const folder = mkdtempSync(join(tmpdir(), 'adopt-programs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const COMMANDER = `import { Command } from 'commander'
const program = new Command('tool')`
const YARGS = `import { createRequire } from 'node:module'
import yargs from 'yargs'
const program = yargs(process.argv.slice(2)).strict()
  .command('list <what>', '', (y) => y.option('n', { type: 'number', coerce: (n) => {
    if (n < 0) throw new Error('a count is not negative')
    return n
  } }), ({ what }) => ({ what }))
  .command('group', '', (y) => y.command('inner', '', {}, () => [{ id: 1, at: { x: 1, y: 2 } }, { id: 2 }]), () => {})
  .demandCommand(1).recommendCommands()
`

const programs: Record<string, string> = {
  'copied.mjs': `${COMMANDER}
program.command('say <words...>').action((words) => console.log(words.join(' ')))
answerAgents(program).parse(process.argv.slice(2), { from: 'user' })`,
  'late.mjs': `${COMMANDER}
program.argument('[words...]').allowUnknownOption().action(async (words) => {
  const late = new Command(words[0]).option('--json', 'its own').action(({ json }) => console.log('own', json))
  await late.parseAsync(program.args.slice(1), { from: 'user' })
})
await answerAgents(program).parseAsync()`,
  'yargs.mjs': `${YARGS}
answerAgents(program, { fields: true, limit: 5, commands: { 'group inner': { limit: 1 } } }).parse()`,
  'citty.mjs': `import { runMain } from 'citty'
await runMain(answerAgents({ meta: { name: 'tool' }, args: { dryRun: { type: 'boolean' } },
  setup: () => { throw Object.assign(new Error('full'), { code: 'QUOTA' }) } }))`,
  'cac.mjs': `import cac from 'cac'
const program = cac('tool')
program.command('list', '').option('--depth <n>', '').action(({ depth }) => ({ depth }))
program.help()
answerAgents(program).parse([...process.argv])`,
  'early.mjs': `${COMMANDER}
answerAgents(program)
program.command('show').option('--json', 'its own').action(({ json }) => console.log('own', json))
program.command('other').action(() => console.log('other'))
program.parse()`,
  'early-yargs.mjs': `import yargs from 'yargs'
const { argv } = answerAgents(yargs(process.argv.slice(2))).option('json', { type: 'boolean' })
console.log('own', argv.json)`,
  'early-cac.mjs': `import cac from 'cac'
const program = answerAgents(cac('tool'))
program.command('show', '').option('--json', 'its own').action(({ json }) => console.log('own', json))
program.command('other', '').option('--depth <n>', '').action(({ depth }) => console.log(depth))
program.parse()`,
  'minus.mjs': `answerAgents(); process.exit(-1)`,
  'own.mjs': `answerAgents(undefined, { dialect: { data: '' } })
const [what] = process.argv.slice(2)
if (what === 'document') { console.log('{ "mine": true }'); process.exitCode = 4 }
if (what === 'text') console.log('text')
if (what === 'fail') { console.error('error: there is no site x'); process.exit(4) }`,
  'misspelt.mjs': `answerAgents(undefined, { dialect: { date: '' } }); console.log('ran')`,
  'worker.mjs': `import { Worker, isMainThread } from 'node:worker_threads'
answerAgents(undefined, { name: 'tool' })
if (isMainThread) new Worker(new URL(import.meta.url), { env: { TOOL_FORMAT: 'json' } })
else console.log('in a worker')`,
  'plain.mjs': `answerAgents(undefined, { name: 'tool' }); console.log('one')`,
  'nameless.mjs': `answerAgents(); console.log('one')`,
}
mkdirSync(join(folder, 'node_modules'))
for (const name of ['@surety', 'commander', 'yargs', 'cac', 'citty'])
  symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
for (const [name, code] of Object.entries(programs))
  writeFileSync(join(folder, name), `import { answerAgents } from '@surety/adopt'\n${code}\n`)

/** Runs a program with the words of a line, and gives what it answers. */
function run(line: string, env: Readonly<Record<string, string>> = {}) {
  const [name = '', ...words] = line.split(' ')
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(folder, name), ...words], {
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  })
  return { stdout, stderr, exit: status }
}

function ask(line: string, env?: Readonly<Record<string, string>>) {
  const { stdout, exit } = run(line, env)
  return { ...(JSON.parse(stdout) as object), exit }
}

const done = (data: unknown) => ({ ok: true, data, exit: 0 })
const refused = (code: string) => ({ ok: false, error: { code }, exit: 3 })

describe('an adopted program', () => {
  it.each([
    ['words that were copied before the call', 'copied.mjs say a b --json', done({ value: 'a b' })],
    ['words of cac that were copied', 'cac.mjs list --depth 2 --json', done({ depth: 2 })],
    [
      'what a nested action of yargs returns',
      'yargs.mjs group inner --json',
      done([{ id: 1, at: { x: 1, y: 2 } }]),
    ],
    [
      'members of it',
      'yargs.mjs group inner --json --limit 2 --fields id,at.x',
      done([{ id: 1, at: { x: 1 } }, { id: 2 }]),
    ],
    [
      'a member that nothing has',
      'yargs.mjs group inner --json --fields nope',
      {
        ok: true,
        data: [{}],
        warnings: [expect.stringMatching(/first 1 of 2/), 'Nothing here has a field nope.'],
      },
    ],
    ['an amount that is no number', 'yargs.mjs group inner --json --limit x', refused('ARG_ERROR')],
    ['a word too many', 'yargs.mjs list a b --json', refused('UNEXPECTED_ARGUMENT')],
    ['a command that is like another', 'yargs.mjs lst --json', refused('UNKNOWN_COMMAND')],
    ['a value that its option refuses', 'yargs.mjs list a --n -3 --json', refused('INVALID_VALUE')],
    [
      'a setup of citty that fails',
      'citty.mjs --json',
      { ok: false, error: { code: 'QUOTA', message: 'full' }, exit: 1 },
    ],
    ['an option of citty in its other spelling', 'citty.mjs --dry-run --json', { warnings: [] }],
    [
      'a failure of a tool with documents of its own that prints none',
      'own.mjs fail --json',
      { ok: false, error: { message: 'there is no site x' }, exit: 4 },
    ],
    ['a command beside it', 'early.mjs other --json', done({ value: 'other' })],
    [
      'options of cac that are declared after our line',
      'early-cac.mjs other --depth 2 --json',
      { ...done({ value: '2' }), warnings: [] },
    ],
    ['an exit below nothing', 'minus.mjs --json', { exit: 1, meta: { tool_exit_code: 255 } }],
    [
      'a member that nobody knows',
      'misspelt.mjs --json',
      {
        ok: false,
        error: { code: 'ARG_ERROR', message: 'answerAgents() does not know the member date.' },
      },
    ],
  ])('answers %s', (_, line, answer) => {
    expect(ask(line)).toMatchObject(answer)
  })

  it('has a flag of ours for a command that is made during the call', () => {
    expect(run('late.mjs build --json')).toMatchObject({ stdout: 'own true\n', exit: 0 })
  })

  it.each(['early.mjs show', 'early-yargs.mjs', 'early-cac.mjs show'])(
    'has a flag of ours for an option that is declared after our line: %s',
    (line) => {
      expect(run(`${line} --json`)).toMatchObject({ stdout: 'own true\n', exit: 0 })
    },
  )

  it('says in its help that it has a manifest, where it is asked', () => {
    expect(ask('copied.mjs --help --json')).toMatchObject({ meta: { see: 'manifest' } })
    expect(ask('copied.mjs manifest')).toMatchObject({ data: { commands: { say: {} } } })
  })

  it('keeps documents of its own, their exits, and text', () => {
    expect(run('own.mjs document --json')).toMatchObject({ stdout: '{ "mine": true }\n', exit: 4 })
    expect(run('own.mjs text --json')).toMatchObject({ stdout: 'text\n', exit: 0 })
  })

  it('is not caught in a worker', () => {
    const { stdout, stderr } = run('worker.mjs')
    expect({ stdout, stderr }).toEqual({
      stdout: 'in a worker\n',
      stderr: 'What is printed in a worker is not caught: the program runs as it is.\n',
    })
  })

  it('refuses a format by the name of the variable', () => {
    expect(ask('plain.mjs', { TOOL_FORMAT: 'xml' })).toMatchObject({
      error: {
        code: 'ARG_ERROR',
        message: 'TOOL_FORMAT=xml: the formats are json, jsonl, yaml, toon, md and plain.',
      },
      exit: 3,
    })
  })

  it('is not called by the name of a file', () => {
    expect(run('nameless.mjs', { NAMELESS_FORMAT: 'json' }).stdout).toBe('one\n')
  })
})
