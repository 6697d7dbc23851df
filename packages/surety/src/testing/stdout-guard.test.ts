import { setTimeout as sleep } from 'node:timers/promises'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { defineCli, defineCommand } from '../runtime/index.ts'
import { createMemoryWorld } from '../runtime/surface.ts'
import { s } from '../schema/index.ts'
import { runCli } from './run-cli.ts'

const print = defineCommand({
  description: 'Prints before and after a while',
  danger: 'safe',
  exitCodes: { SUCCESS: 'Printed' },
  args: { word: s.string(), ms: s.integer() },
  run: async ({ args }) => {
    process.stdout.write(`${args.word} starts\n`)
    await sleep(args.ms)
    process.stdout.write(`${args.word} ends\n`)
    return { word: args.word }
  },
})
const cli = defineCli({ name: 'acme', version: '1.0.0', description: 'A', commands: { print } })
const noiseOf = (word: string) => `${word} starts\n${word} ends\n`

/** What reaches the real stream; nothing of it is shown. */
const reached: string[] = []
// oxlint-disable-next-line typescript/unbound-method -- it is only put back
const original = process.stdout.write
beforeEach(() => {
  process.stdout.write = (chunk: string | Uint8Array) => reached.push(String(chunk)) > 0
})
afterEach(() => {
  reached.length = 0
  process.stdout.write = original
})

describe('runs in memory that overlap', () => {
  test.each([
    ['in the order in which they started', 20, 60],
    ['in the opposite order', 60, 20],
  ])('put stdout back when they end %s', async (_order, first, second) => {
    const before = process.stdout.write
    await Promise.all([
      runCli(cli, ['print', 'one', String(first)]),
      runCli(cli, ['print', 'two', String(second)]),
    ])
    expect(process.stdout.write).toBe(before)
  })

  test('hear what their own handler printed and nothing else', async () => {
    const [one, two] = await Promise.all([
      runCli(cli, ['print', 'one', '40']),
      runCli(cli, ['print', 'two', '20']),
    ])
    expect([one.stderr, two.stderr]).toEqual([noiseOf('one'), noiseOf('two')])
    expect([one.outcome.warnings.length, two.outcome.warnings.length]).toEqual([1, 1])
    expect(reached).toEqual([])
  })

  test('leave alone what a test reports to `node --test` meanwhile', async () => {
    process.env['NODE_TEST_CONTEXT'] = 'child-v8'
    try {
      const running = runCli(cli, ['print', 'one', '30'])
      await sleep(10)
      process.stdout.write(Buffer.from([0xff, 0x0f, 0x00]))
      expect((await running).stderr).toBe(noiseOf('one'))
      expect(reached).toHaveLength(1)
    } finally {
      delete process.env['NODE_TEST_CONTEXT']
    }
  })

  test('leave alone what their caller prints meanwhile', async () => {
    const runs = [runCli(cli, ['print', 'one', '30']), runCli(cli, ['print', 'two', '30'])]
    process.stdout.write('from the test\n')
    const ended = await Promise.all(runs)
    expect(reached).toEqual(['from the test\n'])
    expect(ended.map(({ stderr }) => stderr)).toEqual([noiseOf('one'), noiseOf('two')])
  })
})

test('a patch of stdout that was made during a run outlives it and still prints', async () => {
  const before = process.stdout.write
  const running = runCli(cli, ['print', 'one', '20'])
  const patched = process.stdout.write
  const later: typeof process.stdout.write = (...words: [string]) =>
    Reflect.apply(patched, process.stdout, words)
  process.stdout.write = later
  await running
  expect(process.stdout.write).toBe(later)
  process.stdout.write('after the run\n')
  process.stdout.write = before
  expect(reached).toEqual(['after the run\n'])
})

test('ending a guard twice does not end that of another run', () => {
  const before = process.stdout.write
  const heard: string[] = []
  const endFirst = createMemoryWorld().guardStdout(() => {})
  const endSecond = createMemoryWorld().guardStdout((text) => heard.push(text))
  endFirst()
  endFirst()
  process.stdout.write('still guarded')
  endSecond()
  expect(heard).toEqual(['still guarded'])
  expect(process.stdout.write).toBe(before)
})
