import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import { shellLines } from '../processes/as-words.ts'
import { program, runShell } from '../processes/run-shell.ts'

const hostile = program('adapters/yargs.mjs')
const c8 = program('adapters/c8.mjs')
const folder = mkdtempSync(join(tmpdir(), 'yargs-'))

afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a line of bash that prints envelopes, and returns these. */
async function answersOf(line: string, env = {}): Promise<readonly unknown[]> {
  const { stdout } = await runShell(`(\n${line}\n) 2>/dev/null`, env)
  return stdout
    .split('\n')
    .filter((text) => text.startsWith('{'))
    .map((text) => JSON.parse(text) as unknown)
}

const failed = (code: string, message: string) => ({ ok: false, error: { code, message } })

describe('an adapted program of yargs', () => {
  it('answers many calls in one process, whatever became of those before', async () => {
    const expected: readonly (readonly [call: object, answer: object])[] = [
      [{ _cmd: 'log-throw' }, failed('COMMAND_FAILED', 'It broke')],
      [
        { _cmd: 'deep.er.est', n: '4' },
        { ok: true, data: { n: 4 } },
      ],
      [{ _cmd: 'hang' }, { ok: false, error: { code: 'TIMEOUT' } }],
      [{ _cmd: 'deep.er.usual' }, { ok: true, data: { usual: true } }],
      [{ _cmd: 'throw-text' }, failed('COMMAND_FAILED', 'just a text')],
      [
        { _cmd: 'deep.main', self: 'x' },
        { ok: true, data: { self: 'x' } },
      ],
      [
        { _cmd: 'exit-mid' },
        {
          ...failed('COMMAND_FAILED', 'it is over'),
          meta: { data: { a: 1 }, details: { exit_code: 7 } },
        },
      ],
      [{ _cmd: 'reject' }, failed('E_REJECTED', 'Rejected')],
      [{ _cmd: 'timer' }, failed('COMMAND_FAILED', 'In a timer')],
      [{ _cmd: 'no-session' }, failed('COMMAND_FAILED', 'Sign in first')],
      [{ _cmd: 'session' }, { ok: true, data: { user: 'me' } }],
      [{ _cmd: 'check', size: 9 }, failed('INVALID_VALUE', 'The size is too large')],
      [
        { _cmd: 'check', size: 5 },
        { ok: true, data: { size: 5 } },
      ],
      [{ _cmd: 'check-later', size: 9 }, failed('INVALID_VALUE', 'The size is too large')],
      [{ _cmd: 'check-later', size: 4 }, failed('INVALID_VALUE', 'The --size must not be 4')],
      [{ _cmd: 'check-later', day: 'nope' }, failed('INVALID_VALUE', 'No such day: nope')],
      [
        { _cmd: 'check-later', size: 5, day: '2026-01-02' },
        { ok: true, data: { size: 5, day: '2026-01-02' } },
      ],
      [{ _cmd: 'coerce', day: 'nope' }, failed('INVALID_VALUE', 'Not a day: nope')],
      [
        { _cmd: 'imply', one: 'x' },
        { ok: false, error: { code: 'MISSING_ARGUMENT' } },
      ],
      [
        { _cmd: 'conflict', one: 'x', two: 'y' },
        { ok: false, error: { code: 'CONFLICTING_OPTIONS' } },
      ],
      [{ _cmd: 'token' }, { ok: false, error: { code: 'MISSING_ARGUMENT' } }],
      [
        { _cmd: 'many', first: 3, rest: ['a', 'b c'] },
        { ok: true, data: { first: 3, rest: ['a', 'b c'] } },
      ],
      [
        { _cmd: 'kinds', tag: ['x', 'y z'], on: false, untyped: 'u', 'dry-run': true },
        { ok: true, data: { tag: ['x', 'y z'], on: false, untyped: 'u', dryRun: true } },
      ],
      [
        { _cmd: 'kinds', pick: '9' },
        { ok: false, error: { code: 'INVALID_CHOICE' } },
      ],
    ]
    const answers = await answersOf(
      shellLines(
        hostile,
        expected.map(([call]) => call),
      ),
    )
    expect(answers).toMatchObject(expected.map(([, answer]) => answer))
  })

  it('reads words as yargs does', async () => {
    const calls: readonly (readonly [words: string, answer: object])[] = [
      [
        'kinds --tag a b -T c --point 1 2 x --on false --no-color -vv --dry-run --head a -H b --no-untyped',
        {
          data: {
            tag: ['a', 'b', 'c'],
            point: [1, 2],
            on: false,
            color: false,
            level: 2,
            dryRun: true,
            head: ['a', 'b'],
            untyped: false,
            _: ['kinds', 'x'],
          },
        },
      ],
      ['kinds --untyped --what ever -- -x', { data: { untyped: true, _: ['kinds', '-x'] } }],
      ['many x', { error: { code: 'INVALID_VALUE' } }],
      ['deep er', { data: { usual: true } }],
      ['own-flag --json', { data: { own: true } }],
      ['nothing', { error: { code: 'UNKNOWN_COMMAND' } }],
      ['awaited', { error: { code: 'MISSING_ARGUMENT' } }],
    ]
    const answers = await answersOf(calls.map(([words]) => `${hostile} ${words}`).join('; '))
    expect(answers).toMatchObject(calls.map(([, answer]) => answer))
  })

  it('refuses what a strict program refuses, and reads its variables', async () => {
    const answers = await answersOf(
      ['kinds --what', 'kinds x', 'token'].map((words) => `${hostile} ${words}`).join('; '),
      { YARGS_IS_STRICT: '1', HOSTILE_TOKEN: 'secret' },
    )
    expect(answers).toMatchObject([
      { error: { code: 'UNKNOWN_FLAG' } },
      { error: { code: 'UNEXPECTED_ARGUMENT' } },
      { data: { token: 'secret' } },
    ])
  })

  it('can be a program from npm, whose source nobody touches', async () => {
    writeFileSync(join(folder, 'covered.js'), 'const half = (a) => (a ? 1 : 2)\nhalf(1)\n')
    const raw = { 'temp-directory': 'raw' }
    const calls = [
      { _cmd: 'check-coverage', ...raw, branches: 100 },
      { _cmd: 'check-coverage', ...raw, lines: 50 },
      { _cmd: 'report', lines: 'many' },
    ]
    const [report, low, enough, wrong] = await answersOf(
      [
        `cd '${folder}'`,
        `NODE_V8_COVERAGE=raw '${process.execPath}' covered.js`,
        `${c8} report --temp-directory raw -r text-summary -r lcovonly -o out`,
        shellLines(c8, calls),
      ].join('\n'),
    )
    expect(report).toMatchObject({
      ok: true,
      data: { value: expect.stringContaining('Functions    : 100% ( 1/1 )') as string },
    })
    expect(low).toMatchObject({
      error: {
        code: 'COVERAGE_TOO_LOW',
        message: expect.stringMatching(
          /^Coverage for branches .* does not meet global threshold/,
        ) as string,
      },
    })
    expect(enough).toMatchObject({ ok: true })
    expect(wrong).toMatchObject({ error: { code: 'INVALID_VALUE' } })
  })
})
