import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { shellLines } from '../processes/as-words.ts'
import { program, runShell } from '../processes/run-shell.ts'

const desk = fileURLToPath(new URL('../../../examples/adapters/commander/desk', import.meta.url))
const hostile = program('adapters/hostile.mjs')
const byFile = program('adapters/by-file.mjs')
const conformance = program('adapters/conformance.mjs')

/** Has one process make many calls, and returns what each was answered with. */
async function callAll(calls: readonly object[], tool = hostile): Promise<readonly Answer[]> {
  const { stdout } = await runShell(`(\n${shellLines(tool, calls)}\n) 2>/dev/null`)
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer)
}

interface Answer {
  readonly ok: boolean
  readonly data: unknown
  readonly error: { readonly code: string; readonly message: string } | null
  readonly meta: Readonly<Record<string, unknown>>
}

describe('an adapted program that misbehaves', () => {
  it('is answered with one envelope per call, also many times in one process', async () => {
    const failed = (message: string, more: object = {}) => ({
      ok: false,
      error: { code: 'COMMAND_FAILED', message, ...more },
    })
    const expected: readonly (readonly [call: object, answer: object])[] = [
      [
        { _cmd: 'print-then-throw' },
        { ...failed('It broke after that'), meta: { data: { done: 1 } } },
      ],
      [{ _cmd: 'exit-zero-early' }, { ok: true, data: { value: 'all is well' } }],
      [{ _cmd: 'exit-caught' }, failed('The command exited with 7.')],
      [{ _cmd: 'exit-later' }, { ok: true, data: { value: 'late' } }],
      [{ _cmd: 'callback' }, { ok: true, data: { value: 'from a callback' } }],
      [
        { _cmd: 'unhandled' },
        // The contract has no word for "nobody knows": the answer says it.
        failed('Nobody handles this', {
          retryable: false,
          suggestion:
            'Nobody knows whether another try helps or what was changed: go by its message, and look before you repeat a change.',
        }),
      ],
      [{ _cmd: 'throw-in-timer' }, failed('In a timer')],
      [{ _cmd: 'throw-nothing' }, failed('The command exited with 1.')],
      [{ _cmd: 'reject-text' }, failed('just a text')],
      [{ _cmd: 'exit-code' }, { error: { code: 'CONFLICT', message: 'the real reason' } }],
      [{ _cmd: 'invalid-bytes' }, { ok: true, data: { value: 'a\uFFFDb' } }],
      [{ _cmd: 'split-bytes' }, { ok: true, data: { value: 'ééé' } }],
      [
        { _cmd: 'program-error' },
        { ...failed('by the program'), meta: { details: { exit_code: 5 } } },
      ],
      [
        { _cmd: 'elsewhere', code: '9' },
        { ...failed('The command exited with 9.'), meta: { details: { exit_code: 9 } } },
      ],
      [{ _cmd: 'elsewhere', code: '0' }, { ok: true }],
      [{ _cmd: 'colours' }, { ok: true, data: { value: 'red' } }],
      [{ _cmd: 'returns-junk' }, { ok: true, data: { value: 'printed' } }],
      [
        { _cmd: 'number', n: 4 },
        { ok: true, data: { twice: 8 } },
      ],
      [
        { _cmd: 'number', n: 'x' },
        { ok: false, error: { code: 'INVALID_VALUE' } },
      ],
      [
        { _cmd: 'either', all: true, 'only-these': ['a'] },
        {
          error: {
            code: 'CONFLICTING_OPTIONS',
            message: '--all cannot be combined with --only-these; give only one of them.',
          },
        },
      ],
      [{ _cmd: 'either', all: true, 'no-save': true }, { error: { code: 'CONFLICTING_OPTIONS' } }],
      [
        { _cmd: 'either', 'no-save': true, 'only-these': ['a', 'b'] },
        { ok: true, data: { save: false, onlyThese: ['a', 'b'] } },
      ],
      [
        { _cmd: 'either', all: true },
        { ok: true, data: { all: true, save: true } },
      ],
      [
        { _cmd: 'pass', words: ['a', '-b'] },
        { ok: true, data: { words: ['a', '-b'] } },
      ],
    ]
    const answers = await callAll(expected.map(([call]) => call))
    expect(answers).toMatchObject(expected.map(([, answer]) => answer))
  })

  it('is answered in a process of its own, whatever ends it', async () => {
    const { stdout } = await runShell(
      [
        `${hostile} exit-later`,
        `${hostile} never; echo $?`,
        `${hostile} --json -o f json`,
        `${hostile} pass --deep ls --format yaml`,
        `${hostile} huge | head -c 5`,
        `echo`,
        `${hostile} nothing --output-format yaml; echo $?`,
      ].join('; '),
    )
    const lines = stdout.split('\n')
    expect(JSON.parse(lines[0]!)).toMatchObject({ ok: true, data: { value: 'late' } })
    expect(JSON.parse(lines[1]!)).toMatchObject({ ok: false, error: { code: 'INTERNAL_ERROR' } })
    expect(lines[2]).toBe('1')
    expect(JSON.parse(lines[3]!)).toMatchObject({ data: { json: true, output: 'f' } })
    expect(JSON.parse(lines[4]!)).toMatchObject({
      data: { words: ['--deep', 'ls', '--format', 'yaml'] },
    })
    expect(lines[5]).toBe('{"ok"')
    expect(lines[6]).toMatch(/UNKNOWN_COMMAND/)
  })

  it('is answered when a signal or the time limit ends it', async () => {
    const [limit, signal] = await Promise.all([runSlow(), runSlow('SIGTERM')])
    expect(limit).toMatchObject({ code: 10, answer: { error: { code: 'TIMEOUT' } } })
    expect(signal).toMatchObject({ code: 143, answer: { error: { code: 'CANCELLED' } } })
  })
})

/** Runs the command that takes a minute, and sends it a signal once it is at work. */
function runSlow(signal?: NodeJS.Signals): Promise<{ code: number | null; answer: unknown }> {
  const file = fileURLToPath(new URL('../../bin/adapters/hostile.mjs', import.meta.url))
  const child = spawn(process.execPath, [file, 'slow'], { timeout: 150_000, killSignal: 'SIGKILL' })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
  child.stderr.on('data', () => signal && child.kill(signal))
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, answer: JSON.parse(text) as unknown }))
  })
}

describe('a program from npm, whose source nobody touches', () => {
  it('answers by the contract, although it parses when it is loaded and catches its own exits', async () => {
    const url = 'http://127.0.0.1:9'
    const answers = await callAll(
      [
        { _cmd: 'list', server: true },
        { _cmd: 'server', url, scenario: 'ping' },
        { _cmd: 'server', url, scenario: 'nope' },
        { _cmd: 'server' },
        { _cmd: 'list', client: true },
      ],
      conformance,
    )
    expect(answers).toMatchObject([
      { ok: true, data: expect.arrayContaining(['  - tools-list']) as unknown },
      {
        error: { code: 'CHECKS_FAILED', message: expect.not.stringContaining('Defect') as string },
        meta: { data: { output: expect.stringContaining('Passed: 0/1, 1 failed') as string } },
      },
      { error: { code: 'NO_SCENARIO' } },
      { error: { code: 'MISSING_ARGUMENT' } },
      { ok: true, data: expect.arrayContaining(['  - initialize']) as unknown },
    ])
  })
})

describe('declarations in a file', () => {
  it('say what a command does', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'declared-'))
    const file = join(folder, 'desk.surety.yaml')
    writeFileSync(file, "surety: 1\ncommands: { 'issue delete': { danger: destructive } }\n")
    const { stdout } = await runShell(`DECLARATIONS='${file}' ${byFile} issue delete 1`)
    rmSync(folder, { recursive: true })
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'CONFIRMATION_REQUIRED' } })
  })
})

describe('an adapted program for a person', () => {
  it('loads nothing of ours but the front for help in a pipe', () => {
    const folder = mkdtempSync(join(tmpdir(), 'front-'))
    const { stdout } = spawnSync(process.execPath, [desk, 'issue', '--help'], {
      env: { PATH: process.env['PATH'], NODE_V8_COVERAGE: folder },
      encoding: 'utf8',
    })
    const urls = readdirSync(folder).flatMap((file) =>
      (
        JSON.parse(readFileSync(join(folder, file), 'utf8')) as { result: { url: string }[] }
      ).result.map(({ url }) => url),
    )
    rmSync(folder, { recursive: true })
    expect(stdout).toMatch(/^Usage: desk issue/)
    const own = urls.filter((url) => url.includes('/surety/dist/'))
    expect(own.map((url) => url.replace(/.*\/|-[\w-]+(?=\.js)/g, '')).toSorted()).toEqual([
      'front.js',
      'public.js',
    ])
    const sizes = own.map((url) => statSync(new URL(url)).size)
    expect(Math.max(...sizes)).toBeLessThan(4000)
  })
})
