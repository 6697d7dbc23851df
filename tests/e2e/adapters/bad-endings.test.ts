import { describe, expect, it } from 'vitest'

import { shellLines } from '../processes/as-words.ts'
import { program, runShell } from '../processes/run-shell.ts'

type Case = readonly [call: object, answer: object]

const failed = (code: string, message?: string) => ({
  ok: false,
  error: { code, ...(message !== undefined && { message }) },
})

/** What every framework makes of the endings that the programs share. */
const shared: readonly Case[] = [
  [
    { _cmd: 'exit-mid' },
    {
      ...failed('COMMAND_FAILED', 'it is over'),
      meta: { data: { a: 1 }, details: { exit_code: 7 } },
    },
  ],
  [{ _cmd: 'exit-fatal' }, failed('COMMAND_FAILED', 'No such thing')],
  [{ _cmd: 'exit-caught' }, { ok: true, data: { b: 1 } }],
  [{ _cmd: 'exit-later' }, { ok: true, data: { value: 'late' } }],
  [{ _cmd: 'log-throw' }, { ...failed('COMMAND_FAILED', 'It broke'), meta: { data: { done: 1 } } }],
  [{ _cmd: 'throw-text' }, failed('COMMAND_FAILED', 'just a text')],
  [{ _cmd: 'reject' }, failed('E_REJECTED', 'Rejected')],
  [{ _cmd: 'unhandled' }, failed('COMMAND_FAILED', 'Nobody handles this')],
  [{ _cmd: 'timer' }, failed('COMMAND_FAILED', 'In a timer')],
  [{ _cmd: 'exit-code' }, failed('NOT_FOUND', 'the real reason')],
  [{ _cmd: 'callback' }, { ok: true, data: { value: 'from a callback' } }],
  [{ _cmd: 'hang' }, failed('TIMEOUT')],
  [{ _cmd: 'returns' }, { ok: true, data: { well: true } }],
  [
    { _cmd: 'misshapen' },
    {
      ok: false,
      error: {
        code: 'OUTPUT_INVALID',
        message: 'misshapen returned a result that does not match its output schema.',
        detail: "the result: the member 'unit' is missing; count: must be integer, not string",
      },
    },
  ],
]

const own: Readonly<Record<string, readonly Case[]>> = {
  cac: [
    [
      { _cmd: 'sum', first: '1', rest: ['2', '3'], by: ['2'] },
      { ok: true, data: { sum: 12 } },
    ],
    [{ _cmd: 'sum', first: '1', by: ['x'] }, failed('INVALID_VALUE', 'Not a number: x')],
  ],
  citty: [
    [
      { _cmd: 'sum', first: '2', by: '3' },
      { ok: true, data: { sum: 6 } },
    ],
    [{ _cmd: 'sum', first: '2', by: '3', size: 'x' }, failed('INVALID_CHOICE')],
    [{ _cmd: 'closing' }, failed('COMMAND_FAILED', 'Could not close')],
  ],
}

/**
 * Calls in processes of their own, where endings may differ: those of cac are for both, which share the code for them.
 * What all frameworks refuse, unknown options among it, is in the transcript of the examples.
 */
const words: Readonly<Record<string, readonly (readonly [words: string, answer: object])[]>> = {
  cac: [
    ['exit-mid', { ...failed('COMMAND_FAILED', 'it is over'), meta: { data: { a: 1 } } }],
    ['exit-fatal', failed('COMMAND_FAILED', 'No such thing')],
    ['exit-caught', { ok: true, data: { b: 1 } }],
    ['listener-exits', failed('COMMAND_FAILED', 'Told to a listener')],
    ['sum', failed('MISSING_ARGUMENT')],
    ['sum 1 --by', failed('MISSING_VALUE')],
    ['timer', failed('COMMAND_FAILED', 'In a timer')],
    ['build a --no-minify b', { ok: true, data: { files: ['a', 'b'], minify: false } }],
    ['shim --no-shims', { ok: true, data: { shims: false } }],
    ['build --no-target', failed('UNKNOWN_FLAG')],
  ],
  citty: [
    ['add a b --dry c', { ok: true, data: { names: ['a', 'b', 'c'], dry: true } }],
    ['sum 1', failed('MISSING_ARGUMENT')],
    ['sum 1 --by', failed('MISSING_VALUE')],
    ['returns 1', failed('UNEXPECTED_ARGUMENT')],
    ['sums 1', failed('UNKNOWN_COMMAND')],
  ],
}

describe.each(['cac', 'citty'])('an adapted program of %s that ends badly', (framework) => {
  const hostile = program(`adapters/${framework}.mjs`)

  it('is answered with one envelope per call in one process', async () => {
    const cases = [...shared, ...own[framework]!]
    const answers = await answersOf(
      shellLines(
        hostile,
        cases.map(([call]) => call),
      ),
    )
    expect(answers).toMatchObject(cases.map(([, answer]) => answer))
  })

  it('is answered in processes of its own, and words are refused before anything runs', async () => {
    const cases = words[framework]!
    const answers = await answersOf(cases.map(([line]) => `${hostile} ${line}`).join('\n'))
    expect(answers).toMatchObject(cases.map(([, answer]) => answer))
  })
})

it('a program that catches its own exit is heard no more', async () => {
  const { stderr } = await runShell(`${program('adapters/cac.mjs')} exit-caught`)
  expect(stderr).toBe('')
})

async function answersOf(line: string): Promise<readonly unknown[]> {
  const { stdout } = await runShell(`(\n${line}\n) 2>/dev/null`)
  return stdout
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as unknown)
}
