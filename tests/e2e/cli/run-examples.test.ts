import { fileURLToPath } from 'node:url'

import { DIALECT_IDS } from 'surety/dialects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createBench, type Bench } from '../processes/workspace.ts'

const example = (name: string) =>
  fileURLToPath(new URL(`../../../examples/${name}/${name}`, import.meta.url))

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
  env = { HOME: bench.folder }
})
afterAll(async () => {
  expect(bench.alive()).toEqual([])
  await bench.remove()
})

const run = (options: readonly string[], words: readonly string[]) =>
  bench.surety(['run', '--full', '--quiet', ...options, '--', ...words], { env, cwd: bench.folder })

/** Every dialect with one of the tools; `npm run test:long` tries all pairs. */
const PAIRS = DIALECT_IDS.flatMap((dialect, at) =>
  TOOLS.filter((_, tool) => process.env['SURETY_LONG'] || tool === at % TOOLS.length).map(
    (tool) => ({ ...tool, dialect }),
  ),
)

describe.each(PAIRS)('$name', ({ name, works, fails, code, dialect }) => {
  test(`is understood in ${dialect}`, async () => {
    // Claw and animus have codes of their own; the tool's code is kept on request.
    const spoken = ['--format', 'json', '--envelope', `${dialect}+lossless`]
    const good = await run(['--dialect', dialect], [example(name), ...works, ...spoken])
    expect(good).toMatchObject({
      code: 0,
      envelope: { ok: true, meta: { dialect, wrapped: false } },
    })
    const bad = await run(['--dialect', dialect], [example(name), ...fails, ...spoken])
    expect(bad.code).not.toBe(0)
    expect(bad.envelope).toMatchObject({
      ok: false,
      // Contract 1.16 spells every code in capitals.
      error: { code: expect.stringMatching(new RegExp(`^${code}$`, 'i')) },
      meta: { dialect, attempts: { count: 1 }, verdict: { kind: 'escalate' } },
    })
  })
})

test.each([
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
] as const)(
  '%s is recognised by what it says itself, and not believed',
  async (_, [name, ...words], dialect, code) => {
    const { envelope } = await run(['--no-memory'], [example(name), ...words])
    expect(envelope).toMatchObject({
      ok: false,
      error: { code: 'EXIT_STATUS' },
      meta: { dialect: null, guess: { dialect, code } },
    })
  },
)
