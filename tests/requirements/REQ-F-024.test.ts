import { beforeAll, describe, expect, it } from 'vitest'

import { calls, lower } from '../e2e/processes/run-lower.ts'
import { type Loose } from '../e2e/processes/run-program.ts'

describe('every answer', () => {
  const before = Date.now()
  let metas: Loose[] = []
  let traced: Awaited<ReturnType<typeof lower>>
  beforeAll(async () => {
    const [many, one] = await Promise.all([
      calls([{ _cmd: 'look' }, { _cmd: 'look' }, { _cmd: 'look', _opts: { nope: true } }]),
      lower(['traced'], { env: { TOOL_TRACE_ID: 'abc123' } }),
    ])
    metas = many.answers.map(({ meta }) => meta as Loose)
    traced = one
  })

  it('has an id of its own', () => {
    for (const { request_id: id } of metas) expect(id).toMatch(/^\d{21}$/)
    expect(new Set([...metas, traced.meta].map(({ request_id: id }) => id as string)).size).toBe(4)
  })

  it('names its command', () => {
    expect(metas.map(({ command }) => command as string)).toEqual(['look', 'look', 'look'])
    expect(traced.meta['command']).toBe('traced')
  })

  it('has the time of the call', () => {
    for (const { timestamp } of metas) {
      expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      expect(Date.parse(timestamp as string)).toBeGreaterThanOrEqual(before - 1005)
      expect(Date.parse(timestamp as string)).toBeLessThanOrEqual(Date.now())
    }
  })

  it('has the trace of its caller, and none without one', () => {
    expect(traced.meta['trace_id']).toBe('abc123')
    for (const meta of metas) expect(meta).not.toHaveProperty('trace_id')
  })

  it('hands the trace on to children and stderr', () => {
    expect(traced.data).toEqual({ child: 'abc123' })
    expect(traced.stderr).toContain('[TRACE abc123] [ERROR] broken')
  })
})
