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
program.command('issue:show', '').action(() => console.log('shown'))
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
  'declared.mjs': `import { Command } from 'commander'
class QuotaError extends Error {}
const program = new Command('tool').option('--profile <name>')
const failing = (error) => () => { throw error }
const options = { name: 'tool', agents: true,
  redirects: { old: 'new' },
  commands: {
    drop: { danger: 'destructive' },
    slow: { timeoutMs: 300 },
    lint: { exits: { 1: { code: 'FINDINGS', data: true } } },
    gone: { exits: 'own' },
  },
  errors: {
    QuotaError: 'CONFLICT',
    OFFLINE: { exit: 'UNAVAILABLE', when: { message: 'does not answer' }, retryable: true },
    LOCKED: { exit: 'CONFLICT', when: { code: 'ELOCK' }, suggestion: 'Unlock it.' },
  } }
if (process.env.EARLY) answerAgents(program, options)
program.command('drop <name>').alias('rm').action((name) => console.log('dropped', name))
program.command('say <word>').option('--dry-run').action((word, { dryRun }) => console.log(word, dryRun))
program.command('old').action(() => console.log('old'))
program.command('slow').action(() => { console.log('begun'); setTimeout(() => {}, 60_000) })
program.command('lint').action(() => { console.log('[{"line":1}]'); process.exitCode = 1 })
program.command('gone').action(() => { process.exitCode = 127 })
program.command('quota').action(failing(new QuotaError('too many')))
program.command('offline').action(failing(new Error('the host does not answer')))
program.command('lock').action(failing(Object.assign(new Error('x'), { code: 'ELOCK' })))
if (process.env.EARLY) program.parse()
else answerAgents(program, options).parse()`,
  'aliases-yargs.mjs': `import yargs from 'yargs'
answerAgents(yargs(process.argv.slice(2)).option('profile', { type: 'string' })
  .command(['drop <name>', 'rm'], '', {}, ({ name }) => console.log('dropped', name)),
  { commands: { drop: { danger: 'destructive' } } }).parse()`,
  'aliases-cac.mjs': `import cac from 'cac'
const program = cac('tool')
program.option('--profile <name>', '')
program.command('drop <name>', '').alias('rm').action((name) => console.log('dropped', name))
answerAgents(program, { commands: { drop: { danger: 'destructive' } } }).parse()`,
  'aliases-citty.mjs': `import { runMain } from 'citty'
const drop = { meta: { alias: 'rm' }, args: { name: { type: 'positional' } }, run: ({ args }) => console.log('dropped', args.name) }
await runMain(answerAgents({ meta: { name: 'tool' }, args: { profile: { type: 'string' } }, subCommands: { drop: async () => drop } },
  { commands: { drop: { danger: 'destructive' } } }))`,
  'unsafe.mjs': `answerAgents(undefined, { commands: { '': { danger: 'destuctive' } } }); console.log('ran')`,
  'isolated.mjs': `import cac from 'cac'
const program = cac('tool')
program.command('drop', '').alias('rm').action(() => console.log('dropped'))
program.command('slow', '').action(() => setTimeout(() => {}, 60_000))
const options = { isolate: true, commands: { drop: { danger: 'destructive' }, slow: { timeoutMs: 500 } } }
;(await answerAgents(program, options)).parse()`,
  'loaded.mjs': `await answerAgents(() => import('./loads-cac.mjs'), { isolate: true })`,
  'loads-cac.mjs': `import cac from 'cac'
const program = cac('tool')
program.command('list', '').action(() => console.log('listed'))
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
    ['a misspelt danger', 'unsafe.mjs --json', refused('ARG_ERROR')],
    [
      'a command that has moved',
      'declared.mjs old --json',
      { error: { code: 'COMMAND_MOVED', redirect: { command: 'new' } }, exit: 13 },
    ],
    [
      'a limit',
      'declared.mjs slow --json',
      { error: { code: 'TIMEOUT' }, meta: { output: { value: 'begun' } }, exit: 10 },
    ],
    ['a limit of a child', 'isolated.mjs slow --json', { error: { code: 'TIMEOUT' }, exit: 10 }],
    [
      'findings as data',
      'declared.mjs lint --json',
      { ok: false, data: [{ line: 1 }], error: { code: 'FINDINGS' }, exit: 1 },
    ],
    [
      'numbers that stay',
      'declared.mjs gone --json',
      { error: { code: 'COMMAND_FAILED' }, exit: 127 },
    ],
    [
      'the class of an error',
      'declared.mjs quota --json',
      { error: { code: 'QuotaError' }, exit: 6 },
    ],
    [
      'the message of an error',
      'declared.mjs offline --json',
      { error: { code: 'OFFLINE', retryable: true }, exit: 12 },
    ],
    [
      'the code of an error',
      'declared.mjs lock --json',
      { error: { code: 'LOCKED', suggestion: 'Unlock it.' }, exit: 6 },
    ],
    ['a dry run', 'declared.mjs drop a --dry-run --json', done({ would_run: ['drop', 'a'] })],
    ['a dry run of its own', 'declared.mjs say a --dry-run --json', done({ value: 'a true' })],
    [
      'a confirmed call',
      'declared.mjs rm a --confirm-destructive --json',
      done({ value: 'dropped a' }),
    ],
    [
      'a confirmed call of a child',
      'isolated.mjs rm --confirm-destructive --json',
      done({ value: 'dropped' }),
    ],
    ['a program that is loaded in a child', 'loaded.mjs list --json', done({ value: 'listed' })],
    ['words that are refused in a child', 'loaded.mjs list --nope --json', refused('UNKNOWN_FLAG')],
    [
      'a manifest of what is loaded late',
      'aliases-citty.mjs manifest',
      { data: { commands: { drop: { aliases: ['rm'] } } } },
    ],
    [
      'a manifest by a flag',
      'aliases-yargs.mjs manifest --json',
      { data: { commands: { drop: { aliases: ['rm'] } } } },
    ],
    [
      'who knows its manifest by the tag',
      'aliases-yargs.mjs manifest --etag x',
      { data: { commands: { drop: { danger_level: 'destructive' } } } },
    ],
    [
      'a manifest with commands as they are typed',
      'cac.mjs manifest',
      { data: { commands: { 'issue:show': {} } } },
    ],
    ['an exit below nothing', 'minus.mjs --json', { exit: 1, meta: { tool_exit_code: 255 } }],
    [
      'a member that nobody knows',
      'misspelt.mjs --json',
      {
        ok: false,
        error: {
          code: 'ARG_ERROR',
          message: 'answerAgents() does not know the member dialect.date.',
        },
      },
    ],
  ])('answers %s', (_, line, answer) => {
    expect(ask(line)).toMatchObject(answer)
  })

  // An alias or an option before the command is no way around.
  it.each([
    'declared.mjs drop a',
    'declared.mjs rm a',
    'declared.mjs --profile me drop a',
    'aliases-yargs.mjs rm a',
    'aliases-yargs.mjs --profile me drop a',
    'aliases-cac.mjs rm a',
    'aliases-cac.mjs --profile me drop a',
    'aliases-citty.mjs rm a',
    'aliases-citty.mjs --profile me drop a',
    'isolated.mjs rm',
  ])('destroys nothing unconfirmed: %s', (line) => {
    expect(ask(`${line} --json`)).toMatchObject(refused('CONFIRMATION_REQUIRED'))
  })

  it('destroys nothing unconfirmed by a command that is declared after our line', () => {
    expect(ask('declared.mjs rm a --json', { EARLY: '1' })).toMatchObject(
      refused('CONFIRMATION_REQUIRED'),
    )
  })

  it('answers the environment of an agent, where its owner says so', () => {
    expect(ask('declared.mjs say a', { CLAUDECODE: '1' })).toMatchObject(
      done({ value: 'a undefined' }),
    )
    const { stdout } = run('declared.mjs say a', { CLAUDECODE: '1', NO_AGENT: '1' })
    expect(stdout).toBe('a undefined\n')
    expect(run('plain.mjs', { CLAUDECODE: '1' }).stdout).toBe('one\n')
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
