import { expect, it } from 'vitest'
import { z } from 'zod'

import { s } from '../schema/index.ts'
import { run as runEmbedded } from './embed.ts'
import { defineCli, defineCommand } from './index.ts'

const safe = { description: 'Counts', danger: 'safe', exitCodes: { SUCCESS: 'Done' } } as const
let calls = 0
const cli = defineCli({
  name: 'acme',
  version: '1.0.0',
  description: 'Takes long lines',
  commands: {
    count: defineCommand({
      ...safe,
      args: { words: s.array(s.string()) },
      options: { tag: s.array(s.string()).default([]), force: s.boolean().default(false) },
      run: ({ args, options }) => ({
        words: args.words.length,
        tags: options.tag.length,
        force: options.force,
      }),
    }),
    one: defineCommand({ ...safe, args: { word: s.string() }, run: ({ args }) => args }),
    slow: defineCommand({
      ...safe,
      timeoutMs: 50,
      args: {
        word: z.string().refine(() => {
          const end = performance.now() + 120
          while (performance.now() < end);
          return true
        }),
      },
      run: () => ({ calls: (calls += 1) }),
    }),
  },
})

const MANY = 30_000
const many = (...words: string[]) => Array.from({ length: MANY }, () => words).flat()

it.each([
  ['words', many('w'), { words: MANY }],
  ['words after --', ['--', ...many('w')], { words: MANY }],
  ['values of one option', ['w', ...many('--tag', 'x')], { tags: MANY }],
  ['answers to a switch', ['w', ...many('--force', 'true')], { force: true }],
  [
    'answers to a switch before words',
    ['w', ...many('--force', 'false', 'x')],
    { words: MANY + 1 },
  ],
])('takes thirty thousand %s', async (_what, argv, data) => {
  const { outcome } = await runEmbedded(cli, ['count', ...argv])
  expect(outcome).toMatchObject({ ok: true, data })
})

it.each([
  ['unknown options', ['count', 'w', ...many('--no-such')]],
  ['words that no argument takes', ['one', ...many('w')]],
])('refuses thirty thousand %s', async (_what, argv) => {
  const { outcome } = await runEmbedded(cli, argv)
  expect(outcome).toMatchObject({ exit: 'ARG_ERROR' })
})

it('does not call a handler when reading the line took longer than the limit', async () => {
  const { outcome } = await runEmbedded(cli, ['slow', 'w'])
  expect(outcome).toMatchObject({ exit: 'TIMEOUT', error: { phase: 'validation' } })
  expect(calls).toBe(0)
})
