import { describe, expect, it } from 'vitest'

import { acme, expectEnvelope, GENERATION } from '../e2e/processes/run-acme.ts'
import { type Loose, type ProcessOptions } from '../e2e/processes/run-program.ts'

const newest = (argv: readonly string[], options: ProcessOptions = {}) =>
  acme(argv, { ...options, env: { ACME_ENVELOPE: 'spec-1.16', ...options.env } })

describe('an envelope of contract 1.16', () => {
  it.each([
    ['REQ-F-013/7,8', 'SIGTERM', 143],
    ['REQ-F-069/8', 'SIGINT', 130],
  ] as const)('%s: after %s says that the data is partial', async (_line, signal, exit) => {
    const { code, envelope, error, meta, data } = await newest(['sleeps'], {
      whenReady: (child) => child.kill(signal),
    })
    expect(code).toBe(exit)
    expect(data).toEqual({ partial: true })
    expect(error).toMatchObject({ code: 'CANCELLED', retryable: false, context: { signal } })
    expect(meta['exit_code']).toBe(exit)
    expect(envelope).not.toHaveProperty('partial')
    expect(meta).not.toHaveProperty('partial')
  })
})

it('REQ-F-001/15 REQ-F-013/9 REQ-F-069/9: the manifest has the exits of signals', async () => {
  const { data } = await newest(['manifest'])
  const lost = { retryable: false, side_effects: 'partial' }
  for (const [name, entry] of Object.entries<Loose>(data['commands'])) {
    const exits = { ...data['exit_codes'], ...entry['exit_codes'] } as Loose
    expect(exits['130'], name).toMatchObject(lost)
    expect(exits['143'], name).toMatchObject(lost)
  }
})

describe.concurrent('a signal', () => {
  it.each([
    ['REQ-F-013/1,2,5,6', 'SIGTERM', 143],
    ['REQ-F-069/1,2,6', 'SIGINT', 130],
  ] as const)(
    '%s: %s ends in one cancelled envelope, after cleaning up',
    async (_l, signal, exit) => {
      const ended = await acme(['sleeps'], { whenReady: (child) => child.kill(signal) })
      expectEnvelope(ended)
      expect(ended).toMatchObject({ code: exit, error: { code: 'CANCELLED' } })
      expect(ended.meta['command']).toBe('sleeps')
      if (GENERATION === 'spec-1.16') expect(ended.data).toEqual({ partial: true })
      else expect(ended).toMatchObject({ data: null, meta: { partial: true } })
      expect(ended.meta['request_id']).toEqual(expect.any(String))
      expect(ended.meta['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
      expect(ended.stderr).toContain('cleaned up')
    },
  )
})
