import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createBench, type Bench } from '../processes/workspace.ts'

const TOKEN = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
const ROWS = '1\tOPEN\tA title\n'.repeat(30)
let bench: Bench
let cwd: string

/** The lines of a session of Claude Code. */
function session(id: string, calls: readonly (readonly [command: string, output: string])[]) {
  const about = { sessionId: id, timestamp: '2026-11-01T10:00:00.000Z', cwd: '/work' }
  const lines = calls.flatMap(([command, content], at) => {
    const tool = { type: 'tool_use', id: `t${at}`, name: 'Bash', input: { command } }
    const result = { type: 'tool_result', tool_use_id: `t${at}`, content, is_error: false }
    return [
      { type: 'assistant', message: { content: [tool] }, ...about },
      { type: 'user', message: { content: [result] }, ...about },
    ]
  })
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

beforeAll(async () => {
  bench = await createBench()
  cwd = join(bench.folder, 'replay')
  mkdirSync(join(cwd, 'all', 'deep'), { recursive: true })
  const many = Array.from({ length: 40 }, (): readonly [string, string] => ['gh label list', ROWS])
  writeFileSync(
    join(cwd, 'all', 'a.jsonl'),
    session('s-a', [
      ['npm test 2>&1 | tail -1', ' Tests  1 failed | 3 passed (4)'],
      [
        `touch ran; export GH_TOKEN=${TOKEN}; echo "<script>alert(1)</script>"`,
        `${TOKEN}\n</script><b>`,
      ],
    ]),
  )
  writeFileSync(join(cwd, 'all', 'deep', 'b.jsonl'), `${session('s-b', many)}{"type":"assist`)
  writeFileSync(join(cwd, 'all', 'notes.txt'), 'Hello\n')
  writeFileSync(join(cwd, 'all', 'ignored.bin'), session('s-c', many))
  symlinkSync(join(cwd, 'all', 'a.jsonl'), join(cwd, 'all', 'link.jsonl'))
})
afterAll(() => bench.remove())

const surety = (...argv: readonly string[]) => bench.surety(['replay', ...argv], { cwd })
const answer = async (...argv: readonly string[]) => (await surety(...argv)).envelope

test('a folder is read, the answer is short, and nothing of it is run', async () => {
  const { envelope, stdout, stderr, code } = await surety('all')
  expect(code).toBe(0)
  expect(envelope).toMatchObject({
    data: {
      files: 2,
      calls: 42,
      found: { hidden_failure: 1, stopped_list: 40, shown_secret: 1 },
      more: 34,
    },
    warnings: [
      'Lines passed over because they are damaged or too long: 1.',
      'Files passed over because they are no transcripts: 1, the first all/notes.txt.',
    ],
  })
  // About 3.5 bytes are a token.
  expect(stdout.length).toBeLessThan(1500 * 3.5)
  expect(stdout).not.toContain(TOKEN)
  // Progress is shown on a terminal alone.
  expect(stderr).toBe('')
  expect(existsSync(join(cwd, 'ran'))).toBe(false)
})

test.each([
  [['all/deep/b.jsonl', '-n', '0'], { calls: 40, more: 40, findings: [] }],
  [['--since', '1h', 'all'], { calls: 0 }],
])('%j narrows what is listed', async (argv, data) => {
  expect(await answer(...argv)).toMatchObject({ data })
})

test.each([
  [['all/notes.txt'], 'NOT_A_TRANSCRIPT', 'it is in none of these forms'],
  [['nowhere'], 'TRANSCRIPT_NOT_FOUND', 'nowhere is neither a file nor a folder that can be read.'],
])('%j is refused with a reason', async (argv, name, message) => {
  expect(await answer(...argv)).toMatchObject({
    error: { code: name, message: expect.stringContaining(message) },
  })
})

test('a reader that goes away ends nothing badly', async () => {
  const line = `"$0" "$1" replay all -n 50 | head -c 20; echo " $?-\${PIPESTATUS[0]}"`
  const main = join(import.meta.dirname, '../../../packages/cli/dist/cli/surety.cjs')
  const { stdout } = await promisify(execFile)('bash', ['-c', line, process.execPath, main], {
    cwd,
    env: { PATH: process.env['PATH'], SURETY_STATE_DIR: bench.state },
  })
  expect(stdout).toMatch(/^\{"ok":true.* 0-(?:0|141)\n$/s)
})

test('bytes of any kind never break the command, alone or among transcripts', async () => {
  const folder = join(cwd, 'hostile')
  mkdirSync(folder)
  const good = session('s-good', [['gh label list', ROWS]])
  const [first, second] = good.split('\n') as [string, string]
  const nasty = fc.oneof(
    fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom(
      ...['[', '{', '[[[[', '"', '\u0000'].map((text) => Buffer.from(text.repeat(40))),
      Buffer.from(`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`),
      Buffer.from(first.slice(0, -9)),
      Buffer.from(`\uFEFF${first}\r\n${second}\r\n`),
    ),
  )
  const files = fc.sample(nasty, 60)
  for (const [at, bytes] of files.entries()) writeFileSync(join(folder, `${at}.jsonl`), bytes)
  writeFileSync(join(folder, 'good.jsonl'), good)
  const { code, envelope } = await surety('hostile')
  expect(code).toBe(0)
  const { found } = (envelope as { data: { found: { stopped_list: number } } }).data
  expect(found.stopped_list).toBeGreaterThanOrEqual(1)
})
