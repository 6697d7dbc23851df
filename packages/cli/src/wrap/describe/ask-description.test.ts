import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { askDescription } from './ask-description.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-ask-'))
const options = { env: { PATH: process.env['PATH'] }, timeoutMs: 10_000 }

beforeAll(() => mkdirSync(join(folder, 'bin')))
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes a program of a shell that answers some words, and notes all that it was asked. */
function program(name: string, answers: Readonly<Record<string, string>>): string {
  const file = join(folder, 'bin', name)
  const cases = Object.entries(answers).map(
    ([words, answer], at) => `'${words}') cat <<'END_${at}'\n${answer}\nEND_${at}\n;;`,
  )
  writeFileSync(
    file,
    `#!/bin/sh\nprintf '%s\\n' "$*" >> '${file}.log'\ncase "$*" in\n${cases.join('\n')}\n*) exit 2 ;;\nesac\n`,
  )
  chmodSync(file, 0o755)
  return file
}

const schema = JSON.stringify({
  schemaVersion: 1,
  name: 'shelf',
  version: '1.0.0',
  commands: [
    { name: 'list', tags: ['read'] },
    { name: 'drop', intent: { destructive: true } },
  ],
})

test('asks for a schema that help does not name', async () => {
  const file = program('shelf', { '--help': 'Usage: shelf', __schema: schema })
  const asked = await askDescription([file], options)
  expect(asked).toMatchObject({
    ok: true,
    found: {
      format: 'cli-schema',
      by: 'shelf __schema',
      description: { commands: { list: { danger: 'safe' }, drop: { danger: 'destructive' } } },
    },
  })
})

test('asks for a word that may be a file only if help names it', async () => {
  const file = program('plain', { '--help': '  -a, --all  Shows all\n' })
  expect(await askDescription([file], options)).toMatchObject({
    ok: true,
    found: {
      format: 'help',
      description: { commands: { '': { options: { all: { type: 'boolean', aliases: ['-a'] } } } } },
    },
  })
  const asked = readFileSync(`${file}.log`, 'utf8').trim().split('\n')
  expect(asked).toEqual([
    '--help',
    '__schema',
    '--usage-spec',
    '--help-dump-opencli',
    '--introspect-cli',
  ])
})

test('reads help that has a colon behind each command, and that of commands below', async () => {
  const file = program('hub', {
    '--help':
      'USAGE\n  hub <command> [flags]\n\nCORE COMMANDS\n  repo:        Manage repositories\n\nMORE COMMANDS\n  api:         Make a request\n\nFLAGS\n  --version   Show version\n',
    'repo --help':
      'USAGE\n  hub repo <command>\n\nTARGETED COMMANDS\n  list:        List repositories\n  set-default: Configure it\n',
    'repo list --help': 'List\n\nFLAGS\n  -L, --limit int   How many\n',
  })
  expect(await askDescription([file], { ...options, from: 'help' })).toMatchObject({
    found: {
      description: {
        commands: {
          'repo list': { summary: 'List repositories', options: { limit: { aliases: ['-L'] } } },
          'repo set-default': { summary: 'Configure it' },
          api: { summary: 'Make a request' },
        },
      },
    },
  })
})

test('runs a program in an empty folder, which it cannot harm', async () => {
  const file = join(folder, 'bin', 'careless')
  writeFileSync(file, `#!/bin/sh\nls -A >> '${file}.log'; touch "$1" kept; echo "  --x  y"\n`)
  chmodSync(file, 0o755)
  await askDescription([file], options)
  expect(readFileSync(`${file}.log`, 'utf8')).not.toContain('careless')
})

test('reads a file beside the program and runs nothing', async () => {
  const file = program('beside', {})
  writeFileSync(`${file}.cli-schema.json`, schema)
  expect(await askDescription([file], options)).toMatchObject({
    ok: true,
    found: { format: 'cli-schema', by: `${file}.cli-schema.json` },
  })
  expect(() => readFileSync(`${file}.log`)).toThrow('ENOENT')
})

test('reads the manifest of oclif in the package of a program and runs nothing', async () => {
  const home = join(folder, 'bin', 'desk')
  mkdirSync(join(home, 'bin'), { recursive: true })
  const file = program('desk/bin/run', {})
  writeFileSync(join(home, 'package.json'), '{ "name": "desk" }')
  const commands = { 'issue:list': { id: 'issue:list', flags: {}, args: {} } }
  writeFileSync(join(home, 'oclif.manifest.json'), JSON.stringify({ version: '1.0.0', commands }))
  expect(await askDescription([file], options)).toMatchObject({
    ok: true,
    found: { format: 'oclif', description: { commands: { 'issue list': {} } } },
  })
  expect(() => readFileSync(`${file}.log`)).toThrow('ENOENT')
})

test('asks a program of Symfony for its list, and no other', async () => {
  const command = { name: 'about', definition: { arguments: [], options: [] } }
  const list = JSON.stringify({ application: { name: 'Box' }, commands: [command] })
  const symfony = program('box', {
    '--help': '  -n, --no-interaction  x\n  list  y',
    'list --format=json': list,
  })
  expect(await askDescription([symfony], options)).toMatchObject({ found: { format: 'symfony' } })
  const other = program('lists', { '--help': '  --x  y\n  list  y', 'list --format=json': list })
  expect(await askDescription([other], options)).toMatchObject({ found: { format: 'help' } })
})

test('keeps to the format that is asked for', async () => {
  const file = program('both', { '--help': '  --x  y', __schema: schema })
  const asked = await askDescription([file], { ...options, from: 'help' })
  expect(asked).toMatchObject({ ok: true, found: { format: 'help' } })
  expect(await askDescription([file], { ...options, from: 'uapi' })).toEqual({ ok: false })
})

test('says that a program cannot be started', async () => {
  const asked = await askDescription(['surety-no-such-program'], options)
  expect(asked).toEqual({ ok: false, startError: 'ENOENT' })
})
