import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { callTogether, runProgram, type Loose } from '../processes/run-program.ts'

const home = mkdtempSync(join(tmpdir(), 'every-'))

const surroundings = (dialect: string) => ({
  cwd: home,
  env: { HOME: home, EVERY_TOKEN: 'secret-token', DIALECT: dialect },
})
const calls = new Map(
  ['spec-1.16', ''].map((each) => [each, callTogether('every-flag.mjs', surroundings(each))]),
)
const every = (argv: readonly string[], dialect: string) => calls.get(dialect)!(argv)

/** Values that some flags insist on. */
const VALUES: Readonly<Record<string, string>> = {
  format: 'json',
  output: 'answer.json',
  envelope: 'spec-1.6',
  'envelope-version': '1.0',
  timeout: '20s',
}

it('accepts every flag of the framework before the command', async () => {
  const lines = new Map<string, readonly [argv: readonly string[], dialect: string]>()
  const commands = ['list', 'remove']
  for (const dialect of ['spec-1.16', '']) {
    for (const command of commands) {
      const envelope = dialect || 'spec-1.6'
      const { stdout } = await every([command, '--schema', '--envelope', envelope], dialect)
      const { flags } = (JSON.parse(stdout) as Loose)['data'] as Loose
      for (const [name, { type }] of Object.entries<Loose>(flags)) {
        const value = VALUES[name] ?? (type === 'integer' ? '7' : 'abc')
        lines.set(name, [[`--${name}`, ...(type === 'boolean' ? [] : [value]), command], dialect])
      }
    }
  }
  expect([...lines.keys()]).toEqual(expect.arrayContaining(['rest', 'limit', 'dry-run', 'json']))
  expect(lines.size).toBeGreaterThan(20)
  for (const [argv, dialect] of lines.values()) {
    const { stdout, stderr } = await every(argv, dialect)
    const refusals = `${stdout}${stderr}`.match(/UNKNOWN_COMMAND|UNKNOWN_FLAG|UNEXPECTED_ARGUMENT/g)
    expect([argv.join(' '), refusals]).toEqual([argv.join(' '), null])
  }
}, 60_000)

it('uses the value of a flag before the command', async () => {
  const argv = ['--limit', '2', 'list', '--format', 'json']
  const { stdout } = await runProgram('every-flag.mjs', argv, surroundings(''))
  expect(JSON.parse(stdout)).toMatchObject({ data: [{ id: 1 }, { id: 2 }] })
  const wrong = await every(['--cursor', 'abc', 'list', '--format', 'json'], '')
  expect(wrong.stdout).toMatch(/CURSOR|--cursor/)
})
