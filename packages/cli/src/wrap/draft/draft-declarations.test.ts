import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'

import { readYaml } from '@surety/internal/yaml-text.ts'
import { declarationsText, draftDeclarations } from './draft-description.ts'

const options = { env: { PATH: process.env['PATH'] }, timeoutMs: 10_000 }
const folder = mkdtempSync(join(tmpdir(), 'surety-adapt-init-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes a program that notes its calls and prints the page named after its words, or nothing. */
function programWith(pages: Readonly<Record<string, string>>) {
  const home = mkdtempSync(join(folder, 'program-'))
  for (const [words, page] of Object.entries(pages)) writeFileSync(join(home, words), page)
  const program = join(home, 'tool.sh')
  const log = join(home, 'calls.log')
  writeFileSync(
    program,
    `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\ncat '${home}'/"$*" 2>/dev/null || true\n`,
  )
  chmodSync(program, 0o755)
  const calls = () => readFileSync(log, 'utf8').trim().split('\n').toSorted()
  return { program, calls }
}

async function drafted(program: string): Promise<readonly string[]> {
  const draft = await draftDeclarations([program], options)
  if (!draft.ok) throw new Error(draft.startError)
  const { commands = {} } = ((await readYaml(draft.text)) ?? {}) as { commands?: object }
  return Object.keys(commands)
}

test.each([
  [
    'commander',
    {
      '--help':
        'Usage: tool\n\nCommands:\n  issue  Issues\n  sync   Syncs\n  help [command]  Help\n',
      'issue --help': 'Usage: tool issue\n\nCommands:\n  list|ls   Lists\n  show <id>  Shows\n',
    },
    ['issue list', 'issue show', 'sync'],
  ],
  [
    'yargs',
    {
      '--help': 'Commands:\n  desk        The default\n  desk issue  Issues\n  desk sync   Syncs\n',
      'issue --help':
        'desk issue\n\nCommands:\n  desk issue list  Lists\n  desk issue show <id>  Shows\n',
    },
    ['issue list', 'issue show', 'sync'],
  ],
  [
    'oclif',
    {
      '--help': 'USAGE\n  $ tool [COMMAND]\n\nTOPICS\n  issue  Issues\n\nCOMMANDS\n  sync  Syncs\n',
      'issue --help':
        'USAGE\n  $ tool issue COMMAND\n\nCOMMANDS\n  issue list  Lists\n  issue show  Shows\n',
    },
    ['issue list', 'issue show', 'sync'],
  ],
  [
    'a program with one page for all',
    {
      '--help': 'Commands:\n  issue:list  Lists\n  sync  Syncs\n',
      'sync --help': 'Commands:\n  sync  Syncs\n',
    },
    ['issue:list', 'sync'],
  ],
  ['a program without commands', { '--help': 'Usage: tool FILE\n' }, ['']],
  ['help that cannot be read', { '--help': 'Usage: tool <command>\n\n  + issue\n' }, []],
])('names the commands in the help of %s', async (_style, pages, expected) => {
  const { program, calls } = programWith(pages)
  expect(await drafted(program)).toEqual(expected)
  for (const call of calls()) expect(call).toMatch(/--help(?: --format json)?$/)
})

test('names those of the manifest, and asks for it only if the help names it', async () => {
  const manifest = {
    schema_version: '1.1',
    name: 'tool',
    commands: {
      issue: { description: 'Issues', danger_level: 'safe', subcommands: ['delete'] },
      'issue.delete': { description: 'Deletes', danger_level: 'destructive', flags: {} },
      'issue.list': { description: 'Lists', danger_level: 'safe', flags: {} },
    },
  }
  const { program, calls } = programWith({
    '--help': 'Commands:\n  issue  Issues\n',
    '--help --format json': '{"more":["Built in: help, manifest"]}',
    manifest: JSON.stringify({ ok: true, data: manifest, error: null, warnings: [], meta: {} }),
  })
  const draft = await draftDeclarations([program], options)
  if (!draft.ok) throw new Error(draft.startError)
  expect(await readYaml(draft.text)).toEqual({
    surety: 1,
    commands: {
      'issue delete': { danger: 'destructive', output: { as: 'auto' } },
      'issue list': { danger: 'safe', output: { as: 'auto' } },
    },
  })
  expect(calls()).toEqual(['--help', '--help --format json', 'manifest'])
})

test('writes YAML whatever commands are called and described', async () => {
  const text = fc.string({ unit: 'binary' })
  const path = fc.array(fc.stringMatching(/^[A-Za-z][\w:-]*$/), { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(path, text, async (words, summary) => {
      const danger = null
      const written = declarationsText('tool', [{ path: words, summary, danger }])
      const command = { danger: 'mutating', output: { as: 'auto' } }
      const expected = { surety: 1, commands: { [words.join(' ')]: command } }
      expect(await readYaml(written)).toEqual(expected)
      // What is only proposed can be used as well.
      const proposed = written.replaceAll(/^( *)# (?=[ a-z]+:)/gm, '$1')
      expect(await readYaml(proposed)).toMatchObject({ ...expected, exits: { 3: 'NOT_FOUND' } })
    }),
    { numRuns: 25 },
  )
})

test('says that a program cannot be started', async () => {
  expect(await draftDeclarations(['surety-no-such-program'], options)).toEqual({
    ok: false,
    startError: 'ENOENT',
  })
})
