import { expect, test } from 'vitest'

import { defineCli, defineCommand } from '../runtime/index.ts'
import { s } from '../schema/index.ts'
import { runCli } from './run-cli.ts'

test('a run in memory takes a fixed time or a clock', async () => {
  const clock = defineCommand({
    description: 'Tells the time',
    danger: 'safe',
    exitCodes: { SUCCESS: 'Told' },
    run: ({ now }) => ({ at: now().toISOString() }),
  })
  const timed = defineCli({ name: 'acme', version: '1.0.0', description: 'A', commands: { clock } })
  const at = '2030-01-01T00:00:00.000Z'
  for (const now of [new Date(at), () => new Date(at)]) {
    expect((await runCli(timed, ['clock'], { now })).outcome.data).toEqual({ at })
  }
})

test('a run at a simulated terminal never waits for an answer', async () => {
  const ask = defineCommand({
    description: 'Asks',
    danger: 'safe',
    interactive: true,
    exitCodes: { SUCCESS: 'Asked' },
    args: { name: s.string() },
    run: ({ args }) => ({ ...args }),
  })
  const cli = defineCli({ name: 'acme', version: '1.0.0', description: 'A', commands: { ask } })
  const { outcome } = await runCli(cli, ['ask'], { tty: true })
  expect(outcome.error?.code).toBe('MISSING_ARGUMENT')
})

test('every word of a call is a text, also one that a list of words leaves out', async () => {
  const show = defineCommand({
    description: 'Shows words',
    danger: 'safe',
    exitCodes: { SUCCESS: 'Shown' },
    args: { words: s.array(s.string()) },
    run: ({ args }) => ({ ...args }),
  })
  const cli = defineCli({ name: 'acme', version: '1.0.0', description: 'A', commands: { show } })
  const words = Object.assign(Array<string>(4), { 0: 'show', 1: 7, 3: 'x' })
  const { outcome } = await runCli(cli, words)
  expect(outcome.data).toEqual({ words: ['7', 'undefined', 'x'] })
})
