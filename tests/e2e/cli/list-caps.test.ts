import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createBench, type Bench } from '../processes/workspace.ts'

const NOTE = "30 rows, gh's default limit: there may be more; --limit N"
const programs = mkdtempSync(join(tmpdir(), 'surety-lists-'))
const env = { PATH: `${programs}:${process.env['PATH']}` }
let bench: Bench
let cwd: string

beforeAll(async () => {
  bench = await createBench()
  cwd = join(bench.folder, 'project')
  mkdirSync(cwd)
  // Lists as many rows as its first word after the command says, and 30 without one.
  const script = `#!/bin/sh
case "$*" in
  *--help*) echo '  -L, --limit int   Most items (default 30)' ;;
  *--limit*) seq "$4" ;;
  *) seq 30 ;;
esac
`
  writeFileSync(join(programs, 'gh'), script, { mode: 0o755 })
  // A gh beside the shell of this machine would be found before that one.
  for (const name of ['bash', 'sort']) copyFileSync(`/usr/bin/${name}`, join(programs, name))
})
afterAll(async () => {
  await bench.remove()
  rmSync(programs, { recursive: true })
})

const surety = (...argv: readonly string[]) => bench.surety(argv, { cwd, env })

test.each([
  ['run --text', ['run', '--text', '--', 'gh', 'label', 'list']],
  ['sh', ['sh', '--', 'gh label list']],
  ['sh through a pipe', ['sh', '--', 'cd . && gh label list | cat']],
])('surety %s says on stderr that a list stopped', async (_title, argv) => {
  const { code, stdout, stderr } = await surety(...argv)
  expect(stdout.trim().split('\n')).toHaveLength(30)
  expect({ code, stderr }).toEqual({ code: 0, stderr: `surety: ${NOTE}\n` })
})

test('a count behind a pipe is told too', async () => {
  const { stdout, stderr } = await surety('sh', '--', 'gh issue list | wc -l')
  expect(stdout.trim()).toBe('30')
  expect(stderr).toBe(`surety: ${NOTE}\n`)
})

test.each([
  ['run', ['run', '--', 'gh', 'label', 'list']],
  ['sh', ['sh', '--json', '--', 'gh label list | cat']],
])('as data of surety %s the list is truncated, with the reason', async (_title, argv) => {
  const { envelope } = await surety(...argv)
  expect(envelope).toMatchObject({
    ok: true,
    warnings: [NOTE],
    meta: { truncated: true, cap: { rows: 30, option: '--limit' } },
  })
  expect(envelope.meta).not.toHaveProperty('tool_meta')
})

test('nothing is said of a list that the caller limited, or that ended before', async () => {
  for (const words of [
    ['gh', 'label', 'list', '--limit', '30'],
    ['gh', 'label', 'view'],
  ]) {
    const { stderr } = await surety('run', '--text', '--', ...words)
    expect(stderr).toBe('')
  }
})
