import { describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'

describe.concurrent('the time limit', () => {
  it('REQ-F-012/5,6,8 REQ-C-012/2,7: given by --timeout reaches the handler, and the answer has its steps', async () => {
    const ended = await acme(['calls-network', '--wait', '--timeout', '900ms'])
    expect(ended).toMatchObject({ code: 10, meta: { timeout_ms: 900 } })
    expect(ended.error).toMatchObject({ code: 'TIMEOUT', retryable: false })
    expect(JSON.stringify(ended.error)).toContain(
      '"completed_steps":["connect"],"pending_steps":["send"]',
    )
    const given = await acme(['calls-network', '--timeout', '5s', '--connect-timeout', '2s'])
    expect(given.data).toEqual({ timeoutMs: 5000, connectTimeoutMs: 2000 })
  })
})
