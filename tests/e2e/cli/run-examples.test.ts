import { join } from 'node:path'

import { DIALECT_IDS } from 'surety/dialects'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { root, toolPath } from '../../../scripts/build/targets.mjs'
import { createBench, type Bench } from '../processes/workspace.ts'

const example = (name: string) => join(root, toolPath(name))

const TOOLS = [
  { name: 'td', works: ['ls'], fails: ['show', 'nope'], code: 'not_found' },
  {
    name: 'animus',
    works: ['status'],
    fails: ['subject', 'get', '--id', 'nope'],
    code: 'not_found',
  },
  {
    name: 'claw',
    works: ['list-sessions'],
    fails: ['load-session', 'nope'],
    code: 'session_not_found',
  },
  {
    name: 'pay',
    works: ['wallet', 'list'],
    fails: ['wallet', 'address'],
    code: 'VALIDATION_ERROR',
  },
]

let bench: Bench
let env: Readonly<Record<string, string>>
beforeAll(async () => {
  bench = await createBench()
  env = { HOME: bench.folder, TD_DATA_DIR: join(bench.folder, 'td') }
})
afterAll(async () => {
  expect(await bench.left()).toEqual([])
  await bench.remove()
})

const runs = (calls: readonly (readonly string[])[]) =>
  bench.runs(calls, { env, cwd: bench.folder })

/** Every dialect with one of the tools; `npm run test:long` tries all pairs. */
const PAIRS = DIALECT_IDS.flatMap((dialect, at) =>
  TOOLS.filter((_, tool) => process.env['SURETY_LONG'] || tool === at % TOOLS.length).map(
    (tool) => ({ ...tool, dialect }),
  ),
)

test('the examples are understood in every dialect', async () => {
  const envelopes = await runs(
    PAIRS.flatMap(({ name, works, fails, dialect }) => {
      // Claw and animus have codes of their own; the tool's code is kept on request.
      const spoken = ['--format', 'json', '--envelope', `${dialect}+lossless`]
      const call = ['--dialect', dialect, '--', example(name)]
      return [
        [...call, ...works, ...spoken],
        [...call, ...fails, ...spoken],
      ]
    }),
  )
  for (const [at, { name, code, dialect }] of PAIRS.entries()) {
    const [good, bad] = envelopes.slice(2 * at)
    expect(good, `${name} in ${dialect}`).toMatchObject({
      ok: true,
      meta: { dialect, wrapped: false },
    })
    expect(bad, `${name} in ${dialect}`).toMatchObject({
      ok: false,
      // Contract 1.16 spells every code in capitals.
      error: { code: expect.stringMatching(new RegExp(`^${code}$`, 'i')) },
      meta: { dialect, attempts: { count: 1 }, verdict: { kind: 'escalate' } },
    })
  }
})

/** What each example says about itself, and how that looks. */
const GUESSES = [
  ['td', ['td', 'show', 'nope'], 'td', 'not_found'],
  ['animus', ['animus', 'subject', 'get', '--id', 'nope', '--json'], 'animus-1', 'not_found'],
  [
    'claw',
    ['claw', 'load-session', 'nope', '--output-format', 'json'],
    'claw-2.0',
    'session_not_found',
  ],
  [
    'pay',
    ['pay', 'wallet', 'address', '--json', '--full-output'],
    'incur-full',
    'VALIDATION_ERROR',
  ],
] as const

test('the examples are recognised by what they say themselves, and not believed', async () => {
  const envelopes = await runs(
    GUESSES.map(([name, [, ...words]]) => ['--no-memory', '--', example(name), ...words]),
  )
  for (const [at, [name, , dialect, code]] of GUESSES.entries())
    expect(envelopes[at], name).toMatchObject({
      ok: false,
      error: { code },
      meta: { dialect: null, guess: { dialect, code } },
    })
})
