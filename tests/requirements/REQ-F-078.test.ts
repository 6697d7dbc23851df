import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'

import { describe, expect, it } from 'vitest'

import { lower } from '../e2e/processes/run-lower.ts'

describe('requests', () => {
  it('REQ-F-078/1,2,3,4,5,6,7: are repeated within the budget of the caller', async () => {
    let asked = 0
    const server = createServer((request, response) => {
      asked += 1
      response.statusCode = request.url === '/flaky' && asked % 2 === 1 ? 503 : 200
      if (request.url === '/busy') response.statusCode = 503
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const get = (path: string, ...more: string[]) => lower(['get', `${url}${path}`, ...more])
    const [fine, off] = await Promise.all([get('/fine'), get('/busy', '--retries', '0')])
    expect(fine.meta).not.toHaveProperty('retries')
    expect(off).toMatchObject({ data: { status: 503 } })
    expect(off.meta).not.toHaveProperty('retries')
    asked = 0
    const flaky = await get('/flaky', '--retry-delay', '1ms')
    expect(flaky).toMatchObject({ data: { status: 200 }, meta: { retries: 1 } })
    server.close()
    server.closeAllConnections()
    const dead = ['get', 'http://127.0.0.1:9', '--retries', '3', '--retry-delay', '20ms']
    const [gone, late] = await Promise.all([
      lower(dead),
      lower([
        ...dead.slice(0, 2),
        '--retries',
        '20',
        '--retry-delay',
        '500ms',
        '--timeout',
        '700ms',
      ]),
    ])
    expect(gone).toMatchObject({
      code: 12,
      meta: { retries: 3 },
      error: { retryable: false, context: { retries_exhausted: 3 } },
    })
    expect(late.code).toBe(10)
  })
})
