import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createBench, type Bench } from '../processes/workspace.ts'

const td = fileURLToPath(new URL('../../../examples/td/td', import.meta.url))
let bench: Bench
beforeAll(async () => {
  bench = await createBench()
})
afterAll(() => bench.remove())

test('text and file show attempts with waits, and the commands', async () => {
  const at = (name: string) => join(bench.folder, name)
  const error = { code: 'SLOW_DOWN', message: 'Too fast.', retryable: true, retry_after: 0 }
  const flaky = await bench.flaky([
    // It is asked for its help first.
    { exit: 1, error: { code: 'NO_HELP', message: 'None.', retryable: false } },
    { exit: 11, error },
    { exit: 0, data: { note: 'token=abcdef123456secret' } },
  ])
  const trying = ['inspect', '--dialect', 'spec-1.0', '--try', 'go']
  const [tried, tree, help] = await Promise.all([
    bench.surety([...trying, '--save', at('calls.html'), '--', ...flaky.argv]),
    bench.surety(['inspect', '--text', '--', td]),
    bench.surety(['inspect', '--text', '--try', 'clean', '--', 'git']),
  ])
  const [call] = tried.envelope.data['shown'] as [Record<string, unknown>]
  expect(call).toMatchObject({ ok: true, verdict: { kind: 'accept' }, safety: 'unknown' })
  expect(call['attempts']).toMatchObject([{ exit_code: 11 }, { exit_code: 0 }])
  const saved = await readFile(at('calls.html'), 'utf8')
  expect(saved).toContain('[REDACTED]')
  expect(saved).not.toContain('abcdef123456secret')
  const { commands } = tree.envelope.data as Record<string, unknown[]>
  expect(commands).toContainEqual({
    command: 'show',
    danger: 'safe',
    description: 'Shows one task',
  })
  expect(help).toMatchObject({ code: 3, envelope: { error: { code: 'CONFIRMATION_REQUIRED' } } })
})

test('a tool whose help names no manifest is asked for its help alone', async () => {
  const [tool, trace] = [join(bench.folder, 'acts'), join(bench.folder, 'acts.trace')]
  await writeFile(tool, `#!/bin/sh\necho "$*" >>'${trace}'\necho 'Usage: acts FILE'\n`)
  await chmod(tool, 0o755)
  const looked = await bench.surety(['inspect', '--text', '--', tool])
  expect(looked.envelope.data).toMatchObject({
    tool: { source: 'none', notes: ['acts has no manifest, so you write its calls yourself.'] },
  })
  const served = await bench.surety(['mcp', '--', tool])
  expect(served.stderr).toContain('NO_COMMANDS')
  const asked = (await readFile(trace, 'utf8')).trim().split('\n')
  expect(new Set(asked)).toEqual(new Set(['--help', '--help --format json']))
})
