import { describe, expect, it } from 'vitest'

import { shellLines } from '../processes/as-words.ts'
import { program, runShell } from '../processes/run-shell.ts'

const hostile = program('adapters/oclif.mjs')

/** Runs a line of bash that prints envelopes, and returns these. */
async function answersOf(line: string, env = {}): Promise<readonly unknown[]> {
  // In tests oclif loads TypeScript, which takes longer than all the rest.
  const plain = { NODE_ENV: undefined, ...env }
  const { stdout } = await runShell(`(\n${line}\n) 2>/dev/null`, plain)
  return stdout
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as unknown)
}

const failed = (code: string, message: string) => ({ ok: false, error: { code, message } })

describe('an adapted program of oclif', () => {
  it('answers many calls in one process, whatever became of those before', async () => {
    const expected: readonly (readonly [call: object, answer: object])[] = [
      [{ _cmd: 'log-throw' }, failed('COMMAND_FAILED', 'It broke')],
      [{ _cmd: 'hang' }, { ok: false, error: { code: 'TIMEOUT' } }],
      [{ _cmd: 'deep.er.est' }, { ok: true, data: { deepest: true } }],
      [{ _cmd: 'deep.main' }, { ok: true, data: { self: true } }],
      [{ _cmd: 'throw-text' }, failed('COMMAND_FAILED', 'just a text')],
      [
        { _cmd: 'exit-mid' },
        {
          ...failed('COMMAND_FAILED', 'it is over'),
          meta: { data: { a: 1 }, details: { exit_code: 7 } },
        },
      ],
      [
        { _cmd: 'own-error' },
        { ...failed('E_NONE', 'No such thing'), meta: { details: { exit_code: 5 } } },
      ],
      [{ _cmd: 'own-exit' }, failed('CONFLICT', 'gone away')],
      [{ _cmd: 'exit-zero' }, { ok: true, data: { value: 'all is well' } }],
      [{ _cmd: 'warns' }, { ok: true, data: { value: 'done' } }],
      [{ _cmd: 'no-session' }, failed('COMMAND_FAILED', 'Sign in first')],
      [{ _cmd: 'json' }, { ok: true, data: { json: true } }],
      [{ _cmd: 'json', fail: true }, failed('COMMAND_FAILED', 'It failed')],
      [
        { _cmd: 'kinds', n: '4', tag: ['a', 'b c'], on: false, even: '2' },
        { ok: true, data: { n: 4, tag: ['a', 'b c'], on: false, even: 2 } },
      ],
      [
        { _cmd: 'kinds', n: '4', tag: ['a', 'b'] },
        { ok: true, data: { n: 4, tag: ['a', 'b'], token: 'from outside' } },
      ],
      [{ _cmd: 'kinds', n: 'x' }, failed('INVALID_VALUE', 'Expected an integer but received: x')],
      [
        { _cmd: 'kinds', count: '0' },
        { ok: false, error: { code: 'INVALID_VALUE' } },
      ],
      [
        { _cmd: 'kinds', home: 'nowhere' },
        { ok: false, error: { code: 'INVALID_VALUE' } },
      ],
      [{ _cmd: 'kinds', even: '3' }, failed('INVALID_VALUE', 'Parsing --even Not even: 3')],
      [
        { _cmd: 'kinds', file: '/nowhere' },
        { ok: false, error: { code: 'INVALID_VALUE' } },
      ],
      [
        { _cmd: 'kinds', needs: 'x' },
        { ok: false, error: { code: 'INVALID_VALUE' } },
      ],
      [
        { _cmd: 'kinds', one: 'x', two: 'y' },
        { ok: false, error: { code: 'CONFLICTING_OPTIONS' } },
      ],
    ]
    const env = { HOSTILE_TOKEN: 'from outside' }
    const answers = await answersOf(
      shellLines(
        hostile,
        expected.map(([call]) => call),
      ),
      env,
    )
    expect(answers).toMatchObject(expected.map(([, answer]) => answer))
  })

  it('reads words as oclif does', async () => {
    const calls: readonly (readonly [words: string, answer: object])[] = [
      [
        'kinds --tag a b -T c --each d --no-on --key k -- -5',
        { data: { n: -5, tag: ['a', 'b', 'c'], each: ['d'], on: false, token: 'k' } },
      ],
      ['kinds 7 --token t', { data: { token: 't', n: 7 } }],
      ['loose a b c', { data: { argv: ['a', 'b', 'c'] } }],
      ['deep er ist', { data: { deepest: true } }],
      ['short --format json', { data: { deepest: true } }],
      ['json --json --fail', { error: { code: 'COMMAND_FAILED', message: 'It failed' } }],
    ]
    const line = calls.map(([words]) => `${hostile} ${words}`).join('; ')
    const answers = await answersOf(line)
    expect(answers).toMatchObject(calls.map(([, answer]) => answer))
  })
})
