import { expect, it } from 'vitest'
import { z } from 'zod'

import { s } from '../schema/index.ts'
import { runCli } from '../testing/index.ts'
import { defineCli, defineCommand } from './index.ts'

const safe = { description: 'Does it', danger: 'safe', exitCodes: { SUCCESS: 'Done' } } as const

/** Runs an untyped handler. */
// oxlint-disable-next-line typescript/no-explicit-any -- see above
async function answerOf(run: (context: any) => unknown, argv: readonly string[] = [], more = {}) {
  const command = defineCommand({ ...safe, ...more, run })
  const cli = defineCli({ name: 'acme', version: '1.0.0', description: 'A', commands: { command } })
  return (await runCli(cli, ['command', ...argv], { unchecked: true })).outcome
}

it.each([
  ['a generator that is not async', () => rows()],
  ['a promise of a generator', () => Promise.resolve(rows())],
])('advises the author of %s', async (_what, run) => {
  expect((await answerOf(run)).error).toMatchObject({
    code: 'RESULT_UNSERIALISABLE',
    message: expect.stringContaining('declare run as async function*') as string,
  })
})

function* rows() {
  yield { id: 1 }
}

it('answers a row that is undefined as null', async () => {
  const { data } = await answerOf(async function* run() {
    yield { id: 1 }
    yield undefined
  })
  expect(data).toEqual([{ id: 1 }, null])
})

it.each([
  ['Intl.NumberFormat', () => ({ at: new Intl.NumberFormat('de') })],
  ['Intl.Locale', () => ({ at: new Intl.Locale('de') })],
  [
    'a list with a length below zero',
    () => ({
      at: new Proxy([], { get: (list, key) => (key === 'length' ? -5 : Reflect.get(list, key)) }),
    }),
  ],
])('refuses %s instead of leaving its content out', async (_what, run) => {
  expect((await answerOf(run)).error?.code).toBe('RESULT_UNSERIALISABLE')
})

it('leaves a phase out that no error has', async () => {
  const { error } = await answerOf(({ failWith }) =>
    failWith('NOT_FOUND', 'Gone', { phase: 'never' }),
  )
  expect(error?.phase).toBe('execution')
})

it('does not miss a declared field in an empty list', async () => {
  const more = { list: true, output: s.array(s.object({ id: s.string() })) }
  expect((await answerOf(() => [], ['--fields', 'id'], more)).warnings).toEqual([])
  expect((await answerOf(() => [], ['--fields', 'ix'], more)).warnings).toHaveLength(1)
  expect((await answerOf(() => [], ['--fields', 'id'], { list: true })).warnings).toEqual([])
})

it.each([
  ['z.bigint()', z.bigint()],
  ['an optional z.bigint()', z.bigint().optional()],
  ['s.bigint()', s.bigint()],
])('takes whole numbers of any length for %s', async (_what, schema) => {
  const digits = '12345678901234567890'
  const { data } = await answerOf(
    ({ args }) => ({ text: String(args.id), is: typeof args.id }),
    [digits],
    {
      args: { id: schema },
    },
  )
  expect(data).toEqual({ text: digits, is: 'bigint' })
  const refused = await answerOf(() => ({}), ['x'], { args: { id: schema } })
  expect(refused.error?.code).toBe('INVALID_VALUE')
})

it('names an option before the command that no command has there, instead of its value', async () => {
  const two = { ...safe, args: { id: s.string() }, options: { book: s.string().optional() } }
  const cli = defineCli({
    name: 'acme',
    version: '1.0.0',
    description: 'A',
    commands: { two: defineCommand({ ...two, run: ({ args }) => args }) },
  })
  const refusal = async (...argv: string[]) => (await runCli(cli, argv)).outcome.error
  expect(await refusal('--bok', 'w', 'two', 'x')).toMatchObject({
    code: 'UNKNOWN_FLAG',
    message: 'There is no option --bok.',
    suggestion: 'Did you mean --book?',
  })
  expect((await refusal('--book', 'w', 'two', 'x'))?.suggestion).toBe(
    'Did you mean acme two x --book w?',
  )
  expect((await refusal('--zzz', 'w', 'two', 'x'))?.suggestion).toBe('See acme --help.')
  expect((await refusal('--bok', 'w'))?.message).toBe(
    "There is no option --bok, and no command 'w'.",
  )
  expect(await refusal('-b', 'w', 'two', 'x')).toMatchObject({
    code: 'UNKNOWN_FLAG',
    message: 'There is no option -b.',
  })
  expect((await refusal('-b', 'w'))?.message).toBe("There is no option -b, and no command 'w'.")
  expect((await refusal('--debug', 'w'))?.message).toBe("There is no command 'w'.")
})
