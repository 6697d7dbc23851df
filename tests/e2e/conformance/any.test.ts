import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { checkTool, type CheckOptions } from '@surety/check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createBench, type Bench } from '../processes/workspace.ts'

const careless = fileURLToPath(new URL('../../bin/careless.cjs', import.meta.url))
const LINES = Array.from({ length: 3000 }, (_, at) => `line ${'x'.repeat(at % 60)}`).join('\n')

let folder = ''
let bench: Bench
beforeAll(async () => {
  bench = await createBench()
  folder = mkdtempSync(join(tmpdir(), 'surety-any-test-'))
  writeFileSync(join(folder, 'a.txt'), LINES)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await bench.killAll()
  await bench.remove()
})

const CALLS: CheckOptions = {
  reads: [['show', 'a.txt']],
  fails: [['show', 'none.txt']],
  holds: [['wait']],
}

async function brokenBy(fault: string, options: CheckOptions = CALLS) {
  const only = fault === 'none' ? {} : { only: [fault] }
  const report = await checkTool([process.execPath, careless, fault], {
    ...options,
    ...only,
    cwd: folder,
  })
  const { findings } = report
  const broken = findings.filter(
    ({ status, severity }) => status === 'broken' && severity !== 'note',
  )
  return { report, broken: broken.map(({ check }) => check) }
}

test('a tool for people that keeps what every program should is green', async () => {
  const { report, broken } = await brokenBy('none')
  expect(broken).toEqual([])
  expect(report).toMatchObject({ preset: 'any', preset_source: 'tool', failed_reads: [] })
  expect(report.findings.filter(({ status }) => status === 'not_shown')).toEqual([])
})

test.each([
  'closed_pipe',
  'error_trace',
  'unknown_flag',
  'error_word',
  'fail_exit',
  'no_ansi',
  'bare_place',
  'sigterm',
  'orphans',
  'help_hang',
  'read_writes',
  'full_disk',
  'help_exit',
  'waits',
  'same',
])('the fault %s is found', async (fault) => {
  const { report, broken } = await brokenBy(fault)
  expect(broken).toEqual([fault])
  const found = report.findings.find(({ check }) => check === fault)!
  expect(found).toMatchObject({ reproduce: expect.stringContaining('careless.cjs') })
})

test('no call is made that was not declared, and none at all for the plan', async () => {
  const calls = join(folder, 'calls')
  const tool = join(folder, 'recorder.sh')
  writeFileSync(tool, `echo "$*" >> ${calls}\nexec ${process.execPath} ${careless} none "$@"\n`)
  const bare = await checkTool(['sh', tool], { cwd: folder })
  const made = new Set(readFileSync(calls, 'utf8').trim().split('\n'))
  expect([...made].toSorted()).toEqual(['--help', '--version'])
  expect(bare.advice).toEqual([expect.stringContaining('--read')])
  rmSync(calls)
  const { envelope, code } = await bench.surety(
    ['check', '--plan', '--read', 'show a.txt', '--', 'sh', tool],
    { cwd: folder },
  )
  expect(code).toBe(0)
  expect(envelope.data).toMatchObject({
    plan: expect.stringContaining('show a.txt --surety-no-such-flag'),
  })
  expect(readdirSync(folder)).not.toContain('calls')
  // Words with a dash are taken as they are typed.
  const dashed = await bench.surety(['check', '--plan', '--read', '--files', '--', 'rg'])
  expect(dashed.envelope.data.plan).toContain('rg --files --surety-no-such-flag')
})

test('a read that fails is said first, and nothing is judged from it', async () => {
  const { code, stdout } = await bench.surety(
    ['check', '--format=plain', '--read', 'show b.txt', '--', process.execPath, careless, 'none'],
    { cwd: folder },
  )
  expect(code).toBe(12)
  expect(stdout.split('\n')[0]).toMatch(
    /^Not judged: your read `show b.txt` ended with 2, .*b.txt is not there/,
  )
})

test('a baseline and a reason keep what is known from making red, and a profile is written', async () => {
  const base = join(folder, 'base.txt')
  const profile = join(folder, 'careless.surety.yaml')
  const check = (fault: string, ...words: readonly string[]) =>
    bench.surety(
      [
        'check',
        '--only=closed_pipe',
        '--only=full_disk',
        '--read=show a.txt',
        ...words,
        '--',
        process.execPath,
        careless,
        fault,
      ],
      { cwd: folder },
    )
  const red = await check('closed_pipe')
  const updated = await check('closed_pipe', '--baseline', base, '--update-baseline')
  expect([red.code, updated.code]).toEqual([4, 0])
  expect(readFileSync(base, 'utf8')).toMatch(
    /^#.*\n# Checks as of 0\.1.*\nclosed_pipe show a.txt\n$/,
  )
  const known = await check('closed_pipe', '--baseline', base)
  expect(known.code).toBe(0)
  expect(known.envelope.data.summary).toMatchObject({ known: 1, broken: 0 })
  // A check that came after the file was written warns, until the file is written anew.
  writeFileSync(base, '# Checks as of 0.0\n')
  const later = await check('closed_pipe', '--baseline', base)
  expect(later.code).toBe(0)
  expect(later.envelope.data.summary).toMatchObject({ known: 0, broken: 0, warnings: 1 })
  const written = await check('closed_pipe', '--init', '--profile', profile)
  expect(written.code).toBe(0)
  const text = readFileSync(profile, 'utf8')
  expect(text).toContain('preset: any\n')
  writeFileSync(
    profile,
    text.replace(
      '# accept: { closed_pipe: why it may stay }',
      'accept: { closed_pipe: nobody pipes it }',
    ),
  )
  const accepted = await bench.surety(
    ['check', '--only=closed_pipe', '--all', '--profile', profile],
    { cwd: folder },
  )
  expect(accepted.code).toBe(0)
  expect(accepted.envelope.data.findings[0]).toMatchObject({
    status: 'broken',
    known: { by: 'accept', reason: 'nobody pipes it' },
  })
})
