import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { lower } from '../e2e/processes/run-lower.ts'
import { runAll } from '../e2e/processes/run-tool.ts'

describe('requests', () => {
  const server = createServer((request, response) => {
    asked[request.url!] = (asked[request.url!] ?? 0) + 1
    response.statusCode = request.url === '/flaky' && asked['/flaky'] === 1 ? 503 : 200
    if (request.url === '/busy') response.statusCode = 503
    response.end()
  })
  const asked: Record<string, number> = {}
  const run = async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const get = (path: string, ...more: string[]) => lower(['get', `${url}${path}`, ...more])
    const dead = (...more: string[]) => lower(['get', 'http://127.0.0.1:9', ...more])
    const home = folder()
    let waited: Promise<Awaited<ReturnType<typeof lower>>> | undefined
    const holds = lower(['locks', '--hold', '300'], {
      env: { HOME: home },
      whenReady: () => void (waited = lower(['locks', '--wait', '20000'], { env: { HOME: home } })),
    })
    const ended = await runAll({
      fine: get('/fine'),
      off: get('/busy', '--retries', '0'),
      flaky: get('/flaky', '--retry-delay', '1ms'),
      gone: dead('--retries', '3', '--retry-delay', '20ms'),
      late: dead('--retries', '20', '--retry-delay', '500ms', '--timeout', '700ms'),
      holds,
    })
    return { ...ended, waited: await waited! }
  }
  let seen: Awaited<ReturnType<typeof run>>
  beforeAll(async () => {
    seen = await run()
  })
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })

  it('REQ-F-078/1: that were repeated are counted', () => {
    expect(seen.flaky).toMatchObject({ data: { status: 200 }, meta: { retries: 1 } })
    expect(asked['/flaky']).toBe(2)
  })

  it('REQ-F-078/2: that were not repeated have no count', () => {
    expect(seen.fine.code).toBe(0)
    for (const { meta } of [seen.fine, seen.off]) expect(meta).not.toHaveProperty('retries')
  })

  it('REQ-F-078/3: are not repeated with --retries 0', () => {
    expect(seen.off).toMatchObject({ data: { status: 503 } })
    expect(asked['/busy']).toBe(1)
  })

  it('REQ-F-078/4,5: fail for good when the given number is used up', () => {
    expect(seen.gone).toMatchObject({
      code: 12,
      meta: { retries: 3 },
      error: { retryable: false, context: { retries_exhausted: 3 } },
    })
  })

  it('REQ-F-078/6: are all that is counted; a wait for a lock is none', () => {
    expect(seen.waited.code).toBe(0)
    expect(seen.waited.meta).not.toHaveProperty('retries')
  })

  it('REQ-F-078/7: end with the limit of the call', () => {
    expect(seen.late.code).toBe(10)
  })
})
