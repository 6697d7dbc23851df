import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, it } from 'vitest'

import { hiddenLine, unsaidIn } from './hidden-failure.ts'
import { HIDING, HONEST } from './hidden-failures.table.ts'
import type { Line } from './line-tree.ts'
import { parseLine } from './parse-line.ts'
import { followTrace, tracePrelude, whyBare } from './trace-line.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-parts-'))
afterAll(() => rmSync(folder, { recursive: true }))
writeFileSync(join(folder, 'fails'), '#!/bin/sh\necho out; echo err >&2; exit "$1"\n')
chmodSync(join(folder, 'fails'), 0o755)
writeFileSync(join(folder, 'not-runnable'), 'x')
writeFileSync(join(folder, 'notes'), 'a\nb\n')
writeFileSync(join(folder, 'other'), 'a\nc\n')
const log = join(folder, 'log')
writeFileSync(join(folder, 'prelude'), tracePrelude(log, undefined))

function run(line: string, isWatched: boolean) {
  rmSync(log, { force: true })
  const { status, stdout, stderr } = spawnSync('bash', ['-c', line], {
    cwd: folder,
    env: {
      PATH: `${folder}:${process.env['PATH']}`,
      HOME: folder,
      ...(isWatched && { BASH_ENV: join(folder, 'prelude') }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

async function hiddenIn(text: string) {
  const line = parseLine(text) as Line
  const bare = run(text, false)
  const watched = run(text, true)
  expect(watched).toEqual(bare)
  expect(watched.status).toBe(0)
  // Some lines look at how parts ended, which the watch would not survive.
  if (whyBare(text, line) !== undefined) return { found: [], count: 0 }
  const traced = followTrace(line, readFileSync(log, 'utf8'), 0)
  expect(traced).toBeDefined()
  const { hidden } = await unsaidIn(traced!)
  return { found: hidden, count: traced!.count }
}

it.each(HIDING)('%j hides %j', async (line, hidden) => {
  const { found } = await hiddenIn(line)
  expect(found.map(({ number, exit }) => `${number}:${exit}`).join(' ')).toBe(hidden)
})

it.each(HONEST)('%j hides nothing', async (line) => {
  expect((await hiddenIn(line)).found).toEqual([])
})

it('says in one line which part failed and what hid it', async () => {
  const piped = await hiddenIn('cd . && fails 1 2>&1 | tail -1')
  expect(hiddenLine(piped.found[0]!, piped.count, 'TESTS_FAILED')).toBe(
    'part 2 of 3, fails 1, ended with 1 (TESTS_FAILED); the pipe hid it',
  )
  const passed = await hiddenIn('fails 4; true')
  expect(hiddenLine(passed.found[0]!, passed.count)).toBe(
    'part 1 of 2, fails 4, ended with 4; the rest of the line hid it',
  )
  const set = await hiddenIn('x=$(fails 4); true')
  expect(hiddenLine(set.found[0]!, set.count)).toBe(
    'part 1 of 2, x=$(fails 4), ended with 4; the rest of the line hid it',
  )
})
