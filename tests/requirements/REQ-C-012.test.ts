import { createServer } from 'node:net'

import { describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'

describe.concurrent('the time limit', () => {
  it('REQ-C-012/4,5: bounds calls without a limit of their own, unless it is turned off', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const env = { PORT: String((server.address() as { port: number }).port) }
    const bounded = await acme(['fetches', '--timeout', '300ms'], { env })
    server.close()
    expect(bounded).toMatchObject({ code: 10, error: { code: 'TIMEOUT' } })
    const off = await acme(['calls-network', '--timeout', '0'])
    expect(off).toMatchObject({ code: 0, data: { timeoutMs: 0 }, meta: { timeout_ms: 0 } })
    expect((await acme(['calls-network'])).data['timeoutMs']).toBe(30_000)
  })
})
