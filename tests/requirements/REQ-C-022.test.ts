import { expect, it, describe } from 'vitest'

import { acme, GENERATION } from '../e2e/processes/run-acme.ts'
import { type ProcessOptions } from '../e2e/processes/run-program.ts'

const newest = (argv: readonly string[], options: ProcessOptions = {}) =>
  acme(argv, { ...options, env: { ACME_ENVELOPE: 'spec-1.16', ...options.env } })

it('REQ-C-022/8: job status exits with 14 while the job runs, and with 0, 4 and 5 after it', async () => {
  const ids = ['done', 'going', 'broken', 'nobody']
  const exits = await Promise.all(ids.map(async (id) => (await newest(['job', 'status', id])).code))
  expect(exits).toEqual([0, 14, 4, 5])
})

describe('a background job', () => {
  it('REQ-C-022/2,5,6: is described by a descriptor whose commands can be run', async () => {
    const { data } = await acme(['build'])
    expect(data).toEqual({
      job_id: 'going',
      status: 'running',
      terminal: false,
      status_command: 'acme job status going',
      cancel_command: 'acme job cancel going',
      poll_interval_ms: expect.any(Number),
      timeout_ms: expect.any(Number),
    })
    const [, ...cancel] = (data['cancel_command'] as string).split(' ')
    expect(await acme(cancel)).toMatchObject({ code: 0, data: { status: 'cancelled' } })
    for (const id of ['done', 'broken', 'stopped'])
      expect((await acme(['build', id])).data['terminal']).toBe(true)
  })

  it('REQ-C-022/3,7: is looked at by a command of the framework, with an exit for each state', async () => {
    const exits: unknown[] = []
    for (const id of ['done', 'going', 'broken', 'nobody'])
      exits.push((await acme(['job', 'status', id])).code)
    // Contract 1.16 has an exit of its own for work that goes on.
    expect(exits).toEqual([0, GENERATION === 'spec-1.16' ? 14 : 3, 4, 5])
  })
})
