import { describe, expect, it } from 'vitest'

import { acme, expectEnvelope } from '../e2e/processes/run-acme.ts'

describe.concurrent('the time limit', () => {
  it('REQ-F-012/5,6,8 REQ-C-012/7: has its steps in the answer, which is whole before the process ends', async () => {
    const ended = await acme(['calls-network', '--wait', '--timeout', '900ms'])
    expectEnvelope(ended)
    expect(ended).toMatchObject({ code: 10, meta: { timeout_ms: 900 } })
    expect(ended.error).toMatchObject({ code: 'TIMEOUT', retryable: false })
    expect(JSON.stringify(ended.error)).toContain('"completed_steps":["connect"]')
  })

  it('REQ-C-012/2: given by --timeout reaches the handler', async () => {
    const given = await acme(['calls-network', '--timeout', '5s'])
    expect(given.data).toEqual({ timeoutMs: 5000 })
  })
})
