import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { runCli } from 'surety/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTd } from './cli.ts'

let data = ''
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'td-modes-'))
  await runCli(createTd({}), ['add', 'Tea'], { env: { TD_DATA_DIR: data } })
})
afterAll(() => rm(data, { recursive: true, force: true }))

type Mode = 'json' | 'plain' | 'rich'

/** Runs a listing and tells its mode by its looks. */
async function modeOf(
  argv: readonly string[],
  env: Record<string, string>,
  tty: boolean,
): Promise<Mode> {
  const { stdout } = await runCli(createTd(env), argv, { env: { TD_DATA_DIR: data, ...env }, tty })
  if (stdout.startsWith('{')) return 'json'
  return stdout.startsWith('#\tpriority') ? 'plain' : 'rich'
}

describe('the mode is chosen by', () => {
  test.each<[string, string[], Record<string, string>, boolean, Mode]>([
    ['--json before the command', ['--json', 'ls', '--all'], {}, true, 'json'],
    ['--json after the command', ['ls', '--all', '--json'], {}, true, 'json'],
    ['--plain before the command', ['--plain', 'ls', '--all'], {}, true, 'plain'],
    ['--plain over TD_FORMAT', ['ls', '--all', '--plain'], { TD_FORMAT: 'json' }, true, 'plain'],
    ['TD_FORMAT over a pipe', ['ls', '--all'], { TD_FORMAT: 'plain' }, false, 'plain'],
    [
      'TD_FORMAT over NO_COLOR',
      ['ls', '--all'],
      { TD_FORMAT: 'json', NO_COLOR: '1' },
      true,
      'json',
    ],
    ['a pipe over NO_COLOR', ['ls', '--all'], { NO_COLOR: '1' }, false, 'json'],
    ['NO_COLOR at a terminal', ['ls', '--all'], { NO_COLOR: '1' }, true, 'plain'],
    ['CI at a terminal', ['ls', '--all'], { CI: 'true' }, true, 'json'],
    ['a terminal', ['ls', '--all'], {}, true, 'rich'],
    ['a pipe', ['ls', '--all'], {}, false, 'json'],
  ])('%s', async (_by, argv, env, tty, mode) => {
    expect(await modeOf(argv, env, tty)).toBe(mode)
  })
})

test('an error is plain text where the answer would have been', async () => {
  const env = { TD_DATA_DIR: data }
  const plain = await runCli(createTd({}), ['--plain', 'show', 'nothing'], { env })
  expect(plain.stdout).toBe('')
  expect(plain.stderr).toMatch(/^Error: .+\nSuggestion: .+\n$/)
  expect(plain.exit).toBe(1)
})

test('what is not ASCII is escaped in JSON', async () => {
  const { stdout } = await runCli(createTd({}), ['search', 'é☕'], { env: { TD_DATA_DIR: data } })
  expect(stdout).toMatch(/^\{\n {2}"ok": true,/)
  const added = await runCli(createTd({}), ['add', 'é☕'], { env: { TD_DATA_DIR: data } })
  expect(added.stdout).toContain('\\u00e9\\u2615')
})
