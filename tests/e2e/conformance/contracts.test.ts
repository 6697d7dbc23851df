import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { checkTool } from '@surety/check'
import { afterAll, beforeAll, expect } from 'vitest'

import { isHere, testWith } from '../processes/programs-here.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'surety-contracts-'))
  for (const name of isHere('cc') ? ['claw', 'animus'] : [])
    execFileSync('cc', ['-O1', '-o', join(folder, name), fileOf(`${name}.c`)])
})
afterAll(() => rmSync(folder, { recursive: true }))

const fileOf = (name: string) =>
  fileURLToPath(new URL(`../../bin/contracts/${name}`, import.meta.url))

const RUNTIMES = { py: 'python3', pl: 'perl', sh: 'sh', cjs: process.execPath } as const

function commandOf(name: string): readonly string[] {
  const [stem = '', end = ''] = name.split(/\.(?=\w+$)/)
  return end === 'c' ? [join(folder, stem)] : [RUNTIMES[end as 'py'], fileOf(name)]
}

const CLAW = '--output-format json'
const PAY = '--json --full-output'

/** A tool of each contract and language with a fault: the check that finds it, and what its advice names. */
const TOOLS = [
  ['td.py', 'td', 'show 1', 'show 9', 'error_on_stdout', 'stream_discipline', 'sys.stderr'],
  ['td.sh', 'td', 'show 1', 'show 9', 'no_suggestion', 'json_envelope', '"suggestion": '],
  ['td.pl', 'td', 'show 1', 'show 9', 'failure_exits_0', 'ok_matches_exit', 'exit 1'],
  [
    'claw.cjs',
    'claw-2.0',
    `show-command add-dir ${CLAW}`,
    `show-command x ${CLAW}`,
    'other_exit_code',
    'json_envelope',
    '"exit_code": 1',
  ],
  [
    'claw.py',
    'claw-2.0',
    `show-tool BashTool ${CLAW}`,
    `show-tool X ${CLAW}`,
    'retryable_text',
    'retry_hints',
    '"retryable": false',
  ],
  [
    'claw.c',
    'claw-1.0',
    `show-tool BashTool ${CLAW}`,
    `show-tool X ${CLAW}`,
    'no_kind',
    'both_keys',
    '"kind": ',
  ],
  [
    'animus.py',
    'animus-1',
    'get TASK-1 --json',
    'get TASK-9 --json',
    'several_lines',
    'json_envelope',
    'without indentation',
  ],
  [
    'animus.pl',
    'animus-1',
    'get TASK-1 --json',
    'get TASK-9 --json',
    'exit_of_another_code',
    'json_envelope',
    'End with 3',
  ],
  ['animus.c', 'animus-1', 'ping --json', 'get TASK-9 --json', 'no_data', 'both_keys', '"data": '],
  ['spec-1.0.cjs', 'spec-1.0', 'show v1', 'show v9', 'no_warnings', 'both_keys', '"warnings": []'],
  ['spec-1.0.sh', 'spec-1.0', 'show v1', 'show v9', 'log_before', 'single_document', 'on stderr'],
  ['spec-1.6.py', 'spec-1.6', 'show v1', 'show', 'exit_3', 'unknown_flag', 'End with 2'],
  [
    'spec-1.6.pl',
    'spec-1.6',
    'show v1',
    'show v9',
    'meta_exit_code',
    'exit_code_contract',
    '"exit_code": 5',
  ],
  [
    'pay.cjs',
    'incur-full',
    `wallet show main ${PAY}`,
    `wallet show x ${PAY}`,
    'ok_contradicts',
    'ok_matches_exit',
    'ok',
  ],
] as const

async function examine(name: string, fault: string, read: string, fails: string) {
  const report = await checkTool([...commandOf(name), fault], {
    reads: [read.split(' ')],
    fails: [fails.split(' ')],
    cwd: folder,
    timeoutMs: 60_000,
  })
  const broken = report.findings.filter(({ status }) => status === 'broken')
  return { report, broken }
}

/** What a tool cannot run without, and Node's own image may lack. */
const NEEDS: Readonly<Record<string, readonly string[]>> = { py: ['python3'], c: ['cc'] }

for (const [name, dialect, read, fails, fault, check, advice] of TOOLS) {
  const testTool = testWith(...(NEEDS[name.split('.').at(-1)!] ?? ['sh']))

  testTool(`${name}, which speaks ${dialect}, keeps every promise`, async () => {
    const { report, broken } = await examine(name, 'none', read, fails)
    expect(broken.map(({ check: id, summary }) => `${id}: ${summary}`)).toEqual([])
    expect(report.tool.dialect).toBe(dialect)
    // What a stranger cannot show, such as a manifest, keeps no level from it.
    expect(report.level.reached).toBe(3)
  })

  testTool(`the fault of ${name} is found once, with fitting advice`, async () => {
    const { broken } = await examine(name, fault, read, fails)
    expect(broken.map(({ check: id }) => id)).toEqual([check])
    expect(broken[0]!.fix).toContain(advice)
  })
}
