import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { runProgram, type Loose } from '../processes/run-program.ts'

const home = mkdtempSync(join(tmpdir(), 'every-'))
writeFileSync(join(home, 'input'), 'text')

describe.each(['', 'spec-1.16'])('every flag may stand before the command, in %j', (dialect) => {
  const run = (argv: readonly string[]) =>
    runProgram('every-flag.mjs', argv, {
      cwd: home,
      env: { HOME: home, EVERY_TOKEN: 'secret-token', DIALECT: dialect },
    })

  it.each(['list', 'remove', 'preview', 'work'])(
    'of %s',
    async (command) => {
      const { flags } = dataOf(await run([command, '--schema', '--format', 'json']))
      const lines = Object.entries(flags as Loose).flatMap(([name, flag]) =>
        [name, ...((flag.aliases ?? []) as string[])].map((each) => wordsOf(each, name, flag)),
      )
      expect(lines.length).toBeGreaterThan(18)
      for (const words of lines) {
        const [before, after] = await Promise.all([
          run([...words, command]),
          run([command, ...words]),
        ])
        const label = words.join(' ')
        expect([label, before.code, shown(before.stdout)]).toEqual([
          label,
          after.code,
          shown(after.stdout),
        ])
        expect(before.stdout).not.toMatch(/UNKNOWN_(?:COMMAND|FLAG)/)
      }
    },
    60_000,
  )

  it('reads the value of an option that only one command has', async () => {
    const { stdout } = await run(['--limit', '2', 'list', '--yes', '--format', 'json'])
    expect(JSON.parse(stdout)).toMatchObject({ data: [{ id: 1 }, { id: 2 }] })
    const wrong = await run(['--cursor', 'abc', 'list', '--format', 'json'])
    expect(wrong.stdout).toContain('--cursor')
  })
})

/** Values that some flags insist on. */
const VALUES: Readonly<Record<string, string>> = {
  format: 'json',
  output: 'answer.json',
  envelope: 'spec-1.6',
  'envelope-version': '1.0',
  'input-file': 'input',
  'token-env-var': 'EVERY_TOKEN',
  timeout: '20s',
  'connect-timeout': '20s',
  budget: '20s',
}

function wordsOf(spelling: string, name: string, { type }: Loose): readonly string[] {
  if (type === 'boolean') return [`--${spelling}`]
  return [`--${spelling}`, VALUES[name] ?? (type === 'integer' ? '7' : 'abc')]
}

function dataOf({ stdout }: { readonly stdout: string }): Loose {
  return (JSON.parse(stdout) as Loose)['data'] as Loose
}

/** What an answer says, without what differs between two runs. */
function shown(stdout: string): string {
  return stdout
    .replaceAll(/"(?:duration_ms|request_id|trace_id|timestamp)":\s*(?:"[^"]*"|\d+)/g, '')
    .replaceAll(/"(?:command_line|invocation|resume_command|command)":\s*"[^"]*"/g, '')
}
