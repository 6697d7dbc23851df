import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { lower } from '../e2e/processes/run-lower.ts'

type Ended = Awaited<ReturnType<typeof lower>>

describe('--stable-output', () => {
  let [first, second, early]: Ended[] = []
  beforeAll(async () => {
    const cwd = folder()
    const look = () => lower(['look', '--stable-output'], { cwd, env: { HOME: cwd } })
    ;[first, second, early] = await Promise.all([look(), look(), lower(['--stable-output', 'one'])])
  })

  it('makes equal calls answer equal bytes', () => {
    expect(first!.stdout).toBe(second!.stdout)
  })

  it('leaves out the ids and times of a call', () => {
    for (const { meta } of [first!, early!]) {
      expect(meta).not.toHaveProperty('request_id')
      expect(meta).not.toHaveProperty('timestamp')
    }
  })

  it('sorts lists', () => {
    expect(first!.data['ranked']).toEqual(['first', 'second'])
  })

  it('leaves out what the command declares as volatile', () => {
    expect(first!.data).not.toHaveProperty('now')
  })

  it('replaces the duration', () => {
    for (const { meta } of [first!, early!]) expect(meta['duration_ms']).toBe(0)
  })

  it('is a flag of every command, as --warnings-as-errors is', async () => {
    const { data } = await lower(['manifest'])
    for (const name of ['stable-output', 'warnings-as-errors'])
      expect(data['flags']).toHaveProperty(name)
  })
})

describe('--warnings-as-errors', () => {
  it('lets a call without warnings pass', async () => {
    expect((await lower(['one', '--warnings-as-errors'])).code).toBe(0)
  })

  it('fails with the warning, after the work was done', async () => {
    expect(await lower(['warns', '--warnings-as-errors'])).toMatchObject({
      code: 1,
      trace: 'x',
      data: null,
      error: { code: 'WARNINGS_AS_ERRORS' },
      warnings: [{ code: 'ODD' }],
    })
  })

  it('is no matter of calls without it', async () => {
    expect(await lower(['warns'])).toMatchObject({ code: 0, warnings: [{ code: 'ODD' }] })
  })
})
