import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { runShell } from '../processes/run-shell.ts'
import { createBench, type Bench } from '../processes/workspace.ts'

const main = fileURLToPath(
  new URL('../../../node_modules/@surety/cli/dist/cli/surety.cjs', import.meta.url),
)
let bench: Bench
let cwd: string
beforeAll(async () => {
  bench = await createBench()
  cwd = join(bench.folder, 'project')
  mkdirSync(join(cwd, 'bin'), { recursive: true })
  writeFileSync(join(cwd, 'bin/make'), '#!/bin/sh\necho broken >&2\nexit 2\n', { mode: 0o755 })
  writeFileSync(join(cwd, 'calls.jsonl'), '{"argv":["echo","one"]}\n')
  writeFileSync(join(cwd, 'file'), '')
})
afterAll(() => bench.remove())

const list = JSON.stringify({
  tool_name: 'Bash',
  tool_input: { command: 'gh label list' },
  tool_response: { stdout: 'a\n'.repeat(30) },
})
const CALLS = [
  ['surety run --text -- make', 2, /^$/],
  ['surety run -- echo one', 0, /"stdout":"one/],
  ["surety sh -- 'echo one | cat'", 0, /^one$/],
  ['surety batch run calls.jsonl', 0, /"succeeded":1/],
  [`printf %s '${list}' | surety hook note claude-code`, 0, /30 rows/],
] as const

/** A disk without room is a limit of files here: both refuse every byte, and nobody needs rights for this one. */
test.each([
  ['is a file', 'export SURETY_STATE_DIR="$PWD/file"'],
  ['is below a file', 'export SURETY_STATE_DIR="$PWD/file/below"'],
  ['is on a disk without room', 'ulimit -f 0; export SURETY_STATE_DIR="$PWD/full"'],
  ['cannot be made, and no other folder either', 'export SURETY_STATE_DIR=/proc/none TMPDIR=/none'],
])('where the state folder %s, every command answers', async (_title, broken) => {
  for (const [call, code, said] of CALLS) {
    const surety = `surety() { '${process.execPath}' '${main}' "$@"; }`
    const line = `cd '${cwd}'; PATH="$PWD/bin:$PATH"; ${surety}; ${broken}; ${call}`
    const ended = await runShell(line, { HOME: bench.folder })
    expect({ call, code: ended.code, stderr: ended.stderr }).toMatchObject({ call, code })
    expect(ended.stdout.trim()).toMatch(said)
  }
})
