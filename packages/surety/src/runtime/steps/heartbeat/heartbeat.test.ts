import { setTimeout as wait } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { runCli } from '../../../testing/index.ts'
import { defineCli } from '../../index.ts'

it('REQ-F-053: heartbeats are opt-in, and the envelope is the last line', async () => {
  // Twenty turns, not a time: on a busy machine one turn can last as long as all of them.
  const run = async () => {
    for (let turn = 0; turn < 20; turn += 1) await wait(20)
    return {}
  }
  const slow = defineCli({ name: 'acme', danger: 'safe', run })
  const { stdout } = await runCli(slow, ['--heartbeat-ms', '20'], { unchecked: true })
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines.at(-1)).toMatchObject({ ok: true, error: null })
  expect(lines.length).toBeGreaterThan(2)
  expect(Object.keys(lines[0]!)).toEqual(['status', 'heartbeat', 'elapsed_ms'])
  expect((await runCli(slow, [])).stdout.trimEnd().split('\n')).toHaveLength(1)
})
