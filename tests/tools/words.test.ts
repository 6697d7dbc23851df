import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { runExample } from './transcript/run-example.ts'
import { runInMemory } from './transcript/run-in-memory.ts'

let home: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'surety-words-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

/** For each tool a page of help, and the codes of it that callers read. */
const PAGES = [
  ['claw', 'load-session', ['session_not_found', 'session, parse, filesystem']],
  ['td', 'delete', ['not_found', 'auth_missing, auth_invalid', 'validation_error']],
  ['animus', 'subject get', ['not_found', 'conflict', 'unavailable']],
  ['pay', 'pay', ['no_wallet, user_cancelled', 'insufficient_balance, no_funded_rail']],
] as const

test.each(PAGES)('help and schema of %s have its own words', async (tool, command, codes) => {
  const run = (...argv: string[]) => runInMemory(tool, argv, { cwd: home })
  // One of the four shows what a process adds to a page: nothing.
  const runPage = tool === 'td' ? runExample : runInMemory
  const [page, shared, asText, schema, unknown] = await Promise.all([
    runPage(tool, [...command.split(' '), '--help'], { cwd: home }),
    run(...command.split(' '), '--help', '--all'),
    run('--help', '--format', 'plain'),
    run('schema', '--json'),
    run('jop', '--json'),
  ])
  const exits = (text: string) => text.slice(text.indexOf('Exit codes'))
  for (const code of codes) expect(exits(page.stdout)).toContain(`[${code}]`)
  for (const { stdout } of [page, shared]) {
    expect(exits(stdout)).toMatch(/^ +\d+ {2}\S/m)
    expect(exits(stdout)).not.toMatch(/[A-Z]{3,}_ERROR(?!,)|SUCCESS|PRECONDITION|NOT_FOUND(?!,)/)
  }
  // A page of help is text in every format for people.
  expect(asText.stdout).toMatch(/^Usage\n {2}\$ /m)
  // Only td has a place for the type of a result.
  expect(schema.stdout.includes('"types"')).toBe(tool === 'td')
  expect(schema.stdout).not.toMatch(/JOB_NOT_FOUND|EDITOR_REQUIRED|ACCESS_DENIED|CANCELLED/)
  // Commands that can do nothing in this tool are not offered.
  expect(unknown.stdout + unknown.stderr).toContain("There is no command 'jop'.")
  expect(unknown.stdout + unknown.stderr).not.toMatch(/check-permissions|"job"|\bjob\b/)
})

test('claw answers at once where no folder can be made', async () => {
  const started = performance.now()
  const argv = ['flush-transcript', 'hi', '--directory', '/proc/nope', '--output-format', 'json']
  const { stdout, exit } = await runExample('claw', argv, { cwd: home })
  expect(exit).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ error: { kind: 'filesystem', operation: 'write' } })
  expect(performance.now() - started).toBeLessThan(100_000)
})
