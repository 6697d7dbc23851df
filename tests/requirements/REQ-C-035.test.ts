import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { lower, until } from '../e2e/processes/run-lower.ts'

describe('kept work', () => {
  const work = (count: number, ...more: string[]) => ['work', '--count', String(count), ...more]
  const unitsOf = (trace: string) => trace.trim().split(' ').map(Number)

  it('goes on after it was killed, does nothing twice, and leaves nothing', async () => {
    const env = { HOME: folder() }
    const trace = join(folder(), 'trace')
    const killed = await lower(work(9), {
      env: { ...env, TRACE: trace, STOPS_AT: '4' },
      onStart: (child) =>
        void until(
          () => existsSync(trace) && readFileSync(trace, 'utf8').split(' ').length > 4,
        ).then(() => child.kill('SIGKILL')),
    })
    expect(killed.signal).toBe('SIGKILL')
    const before = unitsOf(readFileSync(trace, 'utf8'))
    const rest = await lower(work(9), { env })
    expect(rest.data).toMatchObject({ effect: 'created', done: 9 })
    const after = unitsOf(rest.trace)
    expect(after[0]).toBeGreaterThanOrEqual(before.at(-1)!)
    expect([...new Set([...before, ...after])]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    const again = await lower(work(9, '--pause', '1'), { env })
    expect(again.trace.startsWith('0 ')).toBe(true)
  })

  it('stops inside of a checkpoint, after the state is saved', async () => {
    const env = { HOME: folder() }
    const paused = await lower(work(9, '--budget', '150ms', '--pause', '100'), { env })
    expect(paused).toMatchObject({ code: 14, data: { state: 'paused' } })
    expect(paused.data['progress'].done).toBe(unitsOf(paused.trace).length)
  })

  it('begins anew if its input changed, and says so', async () => {
    const env = { HOME: folder() }
    const file = join(folder(), 'input')
    const fromFile = () =>
      lower(work(9, '--budget', '250ms', '--pause', '100', '--file', file), { env })
    writeFileSync(file, 'first')
    const begun = await fromFile()
    expect(begun).toMatchObject({ code: 14, data: { state: 'paused' }, warnings: [] })
    writeFileSync(file, 'second')
    const changed = await fromFile()
    expect(changed.warnings).toEqual([
      {
        code: 'CHECKPOINT_DISCARDED',
        message: expect.stringContaining('starts from the beginning'),
        context: { job_id: begun.data['job_id'] },
      },
    ])
    expect(changed.trace).toMatch(/^0 /)
    const same = await fromFile()
    expect(same.warnings).toEqual([])
    // Restored before any unit was done.
    expect(Number.parseInt(same.trace, 10)).toBe(unitsOf(changed.trace).length)
  })

  it('of steps that are resumed has the effect of these alone', async () => {
    const [steps, resumed] = await Promise.all([
      lower(['steps']),
      lower(['steps', '--resume-from', 'two']),
    ])
    expect(steps.data).toMatchObject({ effect: 'updated', made: ['one', 'two'] })
    expect(resumed.data).toMatchObject({ effect: 'updated', made: ['two'] })
  })
})
