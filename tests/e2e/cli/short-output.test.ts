import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createBench, type Bench } from '../processes/workspace.ts'

let bench: Bench
let programs: string
beforeAll(async () => {
  bench = await createBench()
  programs = join(bench.folder, 'programs')
  mkdirSync(programs)
})
afterAll(() => bench.remove())

/** Has a test runner print what a script prints, and runs it in the short form. */
function short(script: string, { name = 'vitest', state = {} }: Given = {}) {
  const cwd = mkdtempSync(join(bench.folder, 'short-'))
  writeFileSync(join(programs, name), `#!/bin/bash\n${script}\n`, { mode: 0o755 })
  const env = { PATH: `${programs}:${process.env['PATH']}`, ...state }
  return bench.surety(['run', '--text', '--short', '--', name, 'run'], { cwd, env })
}

interface Given {
  readonly name?: string
  readonly state?: Readonly<Record<string, string>>
}

const PASSED = 'for i in {1..80}; do echo " ✓ a$i.test.ts > adds $i 1ms"; done'
const rest = (text: string) => /surety journal answer --text ([\da-f-]{36})/.exec(text)?.[1] ?? ''

test('what was left out of stderr is shown by the command that the note names', async () => {
  const warnings = `for i in {1..40}; do echo "a.c:$i:1: warning: unused" >&2; done`
  const { stdout, stderr } = await short(warnings, { name: 'gcc' })
  expect(stderr.trim().split('\n')).toHaveLength(5)
  expect(stdout).toContain('35 warnings left out: ')
  const shown = await bench.surety(['journal', 'answer', '--text', rest(stdout)])
  expect(shown.stdout).toBe('')
  expect(shown.stderr.trim().split('\n')).toHaveLength(40)
  const some = await bench.surety([
    'journal',
    'answer',
    '--text',
    rest(stdout),
    '--stream',
    'stderr',
  ])
  expect(some.stdout.trim().split('\n')).toHaveLength(40)
})

test('passed tests in colours are left out, with all colours, and nothing of the report behind them', async () => {
  const report = " echo $'\\e[31m⎯⎯ Failed Tests 1 ⎯⎯\\e[39m\\n ✓ looks passed\\nx\\ry'; exit 1"
  const { stdout, code } = await short(`${PASSED.replace('✓', '\u001B[32m✓\u001B[39m')}\n${report}`)
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /^⎯⎯ Failed Tests 1 ⎯⎯\n ✓ looks passed\nx\ry\n\[… 80 passed left out: .*\]\n$/,
  )
})

test('of reports that are too long each gap names its lines, and all is one command away', async () => {
  const report = 'for i in {1..900}; do echo "error $i: a long line of a report"; done'
  const { stdout } = await short(`${PASSED}; echo "⎯⎯ Failed Tests 1 ⎯⎯"; ${report}; exit 1`)
  expect(Buffer.byteLength(stdout)).toBeLessThan(28 * 1024)
  const [, from, to] = /\n\[… lines (\d+) to (\d+) left out …\]\n/.exec(stdout)!
  const count = Number(to) - Number(from) + 1
  expect(stdout).toContain(`[… 80 passed, ${count} lines left out: surety journal answer --text`)
  const lines = ['--lines', `${from}-${to}`]
  const shown = await bench.surety(['journal', 'answer', '--text', rest(stdout), ...lines])
  const [before = '', after = ''] = stdout.split(/\[… lines .*\n/)
  expect(before + shown.stdout + after).toContain(
    Array.from({ length: 900 }, (_, at) => `error ${at + 1}: a long line of a report\n`).join(''),
  )
})

test.each([
  ['what was only drawn over', 'for i in {1..300}; do printf "running %d\\r" $i; done; echo'],
  ['what has hardly a word', `printf ' ✓ a%400s\\n ✓ b%400s\\nend\\n' ' ' ' '`],
])('%s is no reason for a note', async (_title, script) => {
  expect((await short(script)).stdout).not.toContain('left out')
})

test('output of a runner that was killed is counted, and the signal is told', async () => {
  const { stdout, stderr } = await short(`${PASSED}; kill -9 $$`)
  expect(stdout).toMatch(/^\[… 80 passed left out: /)
  expect(stderr).toBe("surety: 'vitest' was ended by SIGKILL.\n")
})

test('without a folder for it nothing is left out, or the note names a way that works', async () => {
  const file = join(bench.folder, 'file')
  writeFileSync(file, '')
  const state = { SURETY_STATE_DIR: file }
  expect((await short(PASSED, { state })).stdout.trim().split('\n')).toHaveLength(80)
  const { stdout } = await short(PASSED.replace('80', '2000'), { state })
  expect(stdout).toMatch(
    /\[… lines \d+ to \d+ left out; nothing was kept, --state-dir FOLDER keeps /,
  )
})

test('of very much output the note names the lines that are gone, and where those that are kept stand', async () => {
  const script = 'seq 4500000; echo "⎯⎯ Failed Tests 1 ⎯⎯"; exit 1'
  const { stdout, code } = await short(script)
  expect(code).toBe(1)
  const lines = stdout.split('\n')
  const gone = lines.findIndex((line) => line.includes('were too much to keep'))
  const [, last] = /lines \d+ to (\d+) were/.exec(lines[gone]!) ?? []
  expect(Number(lines[gone + 2])).toBe(Number(last) + 2)
  const left = lines.findIndex((line) => line.includes('left out'))
  const [, from, to, call = '', own = ''] =
    /lines (\d+) to (\d+) left out: surety journal answer --text (\S+) --lines (\S+) /.exec(
      lines[left]!,
    ) ?? []
  expect(Number(lines[left - 1])).toBe(Number(from) - 1)
  expect(Number(lines[left + 1])).toBe(Number(to) + 1)
  const shown = await bench.surety(['journal', 'answer', '--text', call, '--lines', own], {
    env: { SURETY_MAX_OUTPUT_BYTES: '0' },
  })
  expect(shown.stdout.startsWith(`${from}\n`)).toBe(true)
  expect(shown.stdout.endsWith(`\n${to}\n`)).toBe(true)
})
