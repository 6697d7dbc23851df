import fc from 'fast-check'
import { expect, test } from 'vitest'

import { helpCommands } from './help-commands.ts'

const names = (text: string) => helpCommands(text).map(({ path }) => path)

test.each([
  [
    'commander',
    'Usage: x [options]\n\nOptions:\n  -V, --version  output\n\nCommands:\n  add [options] <file>  Adds\n  list|ls               Lists\n  help [command]        display help\n',
    ['add', 'list', 'help'],
  ],
  [
    'clap',
    'Usage: x <COMMAND>\n\nCommands:\n  add   Adds\n  list  Lists\n\nOptions:\n  -h\n',
    ['add', 'list'],
  ],
  [
    'gh',
    'CORE COMMANDS\n  auth:\n\nADDITIONAL COMMANDS\n  alias  Creates\n\nFLAGS\n  --help  x\n',
    ['alias'],
  ],
  [
    'git',
    "usage: x [-v] <command> [<args>]\n\nThese are common commands used here:\n\nstart a working area (see also: x help)\n   clone     Clone\n   init      Create\n\nexamine the state\n   log       Show\n\n'x help -a' lists\n   more      Text\n",
    ['clone', 'init', 'log'],
  ],
  [
    'npm',
    'Usage:\n  x install  adds\n\nAll commands:\n\n    access, adduser, audit,\n    bugs, cache, ci\n\nSpecify configs\n    there: here\n',
    ['access', 'adduser', 'audit', 'bugs', 'cache', 'ci'],
  ],
  [
    'cac',
    'Commands:\n  issue:list       List issues\n  issue:show <id>  Show\n  sync             Fetch\n',
    ['issue:list', 'issue:show', 'sync'],
  ],
  ['one line', 'Commands: add, list, rm\n', ['add', 'list', 'rm']],
  ['none', 'Usage: x FILE\n  options  are flags\n', []],
])('reads the commands of a page in the style of %s', (_style, text, expected) => {
  expect(names(text)).toEqual(expected)
})

test('a flood takes no longer than a page', () => {
  const blanks = `${' '.repeat(200_000)}x\n`
  expect(names(`${blanks}Commands:\n${blanks.slice(0, 20_000)}\n  add  Adds`)).toEqual(['add'])
  expect(names('y\n'.repeat(30_000_000))).toEqual([])
})

test('never throws, and gives only words', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const name of names(`Commands:\n${text}`))
        expect(name).toMatch(/^[a-z][\w-]*(?::[\w-]+)*$/i)
    }),
  )
})
