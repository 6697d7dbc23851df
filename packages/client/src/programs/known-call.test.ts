import { readdirSync, readFileSync, statSync } from 'node:fs'

import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import type { KnownCalls } from 'surety/unstable/description'
import { knownCall } from './known-call.ts'
import { knownEnd } from './known-end.ts'
import { readDescription } from 'surety/unstable/description'
import { knownCallOf } from './ready-calls.ts'

const calls: KnownCalls = {
  verified: 'a test',
  options: '-C= --quiet',
  values: { '-C': '^[^!]' },
  exits: { 1: { success: 'Nothing' } },
  commands: {
    '': { reads: '--version' },
    'list|ls': { reads: '-a -n= --color=? -NUM', changes: '-d --delete', stdin: { operands: 0 } },
    'group list': { reads: '', operands: 1, operands_with: '-x' },
    group: { changes: true, terminal: { without: '-m --message' } },
    filter: { reads: '-e= -q', script: { matches: '^p$', options: '-e=' }, operand: '^[^@]' },
    sync: { dry: '-n', reads: '-v', changes: '--force', repeatable: true },
    save: { changes: true, dry: '-n', reads: '', repeatable: true },
  },
}
const effect = (line: string) => knownCall(['tool', ...line.split(' ')], calls).effect

test.each([
  ['--version', 'read'],
  ['list', 'read'],
  ['ls -a', 'read'],
  ['-C x --quiet list -a', 'read'],
  ['-C !x list', 'unknown'],
  ['--loud list', 'unknown'],
  ['list -an5', 'read'],
  ['list -an 5', 'read'],
  ['list -12', 'read'],
  ['list --color=always', 'read'],
  ['list --color always', 'read'],
  ['list --colo=always', 'unknown'],
  ['list -ad', 'change'],
  ['list --delete', 'change'],
  ['list -- --delete', 'read'],
  // Perhaps -n has no value after all.
  ['list -n --delete', 'unknown'],
  ['list -n -d', 'unknown'],
  ['list -x', 'unknown'],
  ['unheard of', 'unknown'],
  ['group list a', 'read'],
  ['group list a b', 'change'],
  ['group drop', 'change'],
  ['filter p file', 'read'],
  ['filter w file', 'unknown'],
  ['filter -e p file', 'read'],
  ['filter -e w file', 'unknown'],
  ['filter p @file', 'unknown'],
  ['sync a', 'unknown'],
  ['sync -n a', 'read'],
  ['sync -nz a', 'unknown'],
  ['sync -n -v --x a', 'unknown'],
  ['sync -n --force a', 'change'],
  ['save', 'change'],
  ['save -x', 'change'],
  ['save -n', 'read'],
])('tool %s: %s', (line, expected) => expect(effect(line)).toBe(expected))

test('says what a command wants and what its ends mean', () => {
  const known = (line: string) => knownCall(['tool', ...line.split(' ')], calls)
  expect(known('list')).toMatchObject({ command: 'list', stdin: true })
  expect(known('list file')).toMatchObject({ stdin: false, repeatable: true })
  expect(known('group edit')).toMatchObject({ terminal: true, repeatable: false })
  expect(known('group edit --message=x')).toMatchObject({ terminal: false })
  expect(known('sync')).toMatchObject({ repeatable: false, exits: { 1: {} } })
  expect(known('save')).toMatchObject({ effect: 'change', repeatable: true })
  expect(known('unheard')).toMatchObject({ command: null, effect: 'unknown' })
})

test('no unknown option is ever part of a read', () => {
  const word = fc.constantFrom(
    'list',
    'ls',
    'group',
    'filter',
    'p',
    '-a',
    '-n',
    '5',
    '-C',
    'x',
    '--',
    '-q',
    '-e',
  )
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 5 }),
      fc.array(word, { maxLength: 3 }),
      (before, after) => {
        fc.pre(!before.includes('--'))
        for (const unknown of ['--unheard', '-z', '-az', '--color-x=1', '-d', '--delete'])
          expect(knownCall(['tool', ...before, unknown, ...after], calls).effect).not.toBe('read')
      },
    ),
  )
})

const folder = new URL('../../descriptions/', import.meta.url)

test.each(readdirSync(folder))('%s is valid', async (file) => {
  const text = readFileSync(new URL(file, folder), 'utf8')
  expect(await readDescription(text, { reader: 'known' })).toMatchObject({ ok: true })
})

test('only programs of the system are known, not files that are called like them', async () => {
  expect(await knownCallOf(['git', 'status'])).toMatchObject({ command: 'status', effect: 'read' })
  expect(await knownCallOf(['/usr/bin/git', 'status'])).toMatchObject({ effect: 'read' })
  expect(await knownCallOf(['egrep', 'x', 'file'])).toMatchObject({ effect: 'read' })
  for (const program of ['./git', '/tmp/git', 'gti', '../posix', ''])
    expect(await knownCallOf([program, 'status'])).toBeUndefined()
})

// That no pattern of a description is slower than its text is long: linear-patterns.test.ts, which tries each.
test('no output makes the longest descriptions take long', async () => {
  const words = [
    'a',
    ' ',
    '\n',
    '"',
    'error ',
    'error: ',
    "pathspec 'x ",
    'relation x ',
    '^',
    'é',
    '│ Error',
  ]
  const sizeOf = (file: string) => statSync(new URL(file, folder)).size
  for (const file of readdirSync(folder)
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))
    .slice(0, 3)) {
    const known = await knownCallOf([file.replace('.surety.yaml', '')])
    for (const word of words) {
      const text = word.repeat(Math.ceil(200_000 / word.length))
      const time = (): number => {
        const start = process.cpuUsage()
        knownEnd(known!, { exit: 1, stdout: text, stderr: text })
        return process.cpuUsage(start).user / 1000
      }
      expect(time(), `${file}: ${word}`).toBeLessThan(1500)
    }
  }
})
