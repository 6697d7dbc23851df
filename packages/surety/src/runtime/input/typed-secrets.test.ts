import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'

import { s } from '../../schema/index.ts'
import { runCli } from '../../testing/index.ts'
import { defineCli } from '../index.ts'

const cli = defineCli({
  name: 'acme',
  version: '1.0.0',
  description: 'A',
  globals: { pin: s.string().secret().optional() },
  commands: {
    login: {
      description: 'Logs in',
      danger: 'safe',
      args: { name: s.string().optional() },
      options: {
        key: s.string().secret().short('k').optional(),
        userPhrase: z.string().meta({ 'x-secret': true }).optional(),
        fast: s.boolean().default(false).short('f'),
        region: s.string().optional().short('r'),
      },
      run: () => ({ done: true }),
    },
    key: { description: 'Keys', commands: { list: { description: 'L', run: () => ({}) } } },
  },
})

const SECRET = 'hunter2hunter2'
const name = fc.constantFrom('key', 'Key', 'KEY', 'pin', 'user-phrase', 'userPhrase', 'USER_PHRASE')
const written = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('--', '-', '\u2013', '\u2014', '---'),
      name,
      fc.constantFrom('=', ':', ''),
    )
    .map(([dashes, word, sign]) => [`${dashes}${word}${sign}${SECRET}`]),
  fc
    .tuple(fc.constantFrom('--', '-', '\u2014'), name)
    .map(([dashes, word]) => [dashes + word, SECRET]),
  fc.constantFrom(
    [`-k${SECRET}`],
    [`-K${SECRET}`],
    [`-fk${SECRET}`],
    [`-zk=${SECRET}`],
    ['-k', SECRET],
  ),
  name.map((word) => [`{"${word}":"${SECRET}"}`]),
  name.map((word) => [`--${word} ${SECRET}`]),
  name.map((word) => [`"--${word}`, `${SECRET}"`]),
  fc.tuple(name, fc.constantFrom('=', ':')).map(([word, sign]) => [`${word}${sign}${SECRET}`]),
)
const noise = fc.array(
  fc.constantFrom(
    'login',
    'logn',
    'key',
    'list',
    '--fast',
    '--nope',
    '-r',
    'a',
    '--',
    '--format=yaml',
  ),
  { maxLength: 4 },
)

it('a secret is never shown by a call that is refused, wherever and however it is written', async () => {
  await fc.assert(
    fc.asyncProperty(noise, written, noise, async (before, words, after) => {
      const { stdout, stderr, outcome } = await runCli(cli, [...before, ...words, ...after], {
        unchecked: true,
      })
      if (!outcome.ok) expect(stdout + stderr).not.toContain(SECRET)
    }),
    { numRuns: 300 },
  )
})

it.each([
  [['key', 'lst'], 'key lst'],
  [['login', '-region=east'], '-region'],
  [['login', '--regoin', 'east'], '--regoin'],
  [['login', 'ada', 'http://example.com'], 'http://example.com'],
])('%j is repeated as far as it is no secret', async (argv, shown) => {
  const { stdout } = await runCli(cli, argv, { unchecked: true })
  expect(stdout).toContain(shown)
})
