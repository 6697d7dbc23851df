import { createServer } from 'node:net'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { type Answer, acme, expectEnvelope, folder } from '../e2e/processes/run-acme.ts'
import { underLoad } from '../e2e/processes/run-program.ts'
import { special } from './special.ts'

describe('a command that serves a protocol', () => {
  it('REQ-F-011/9: is left alone while it waits longer than the time limit', async () => {
    const limit = Math.ceil(underLoad(1000))
    const { code, stdout } = await special(['serve'], {
      env: { SPECIAL_LIMIT: String(limit) },
      input: null,
      whenReady: (child) => void setTimeout(() => child.stdin.end('hello'), limit + 200),
    })
    expect([code, stdout]).toEqual([0, '5\n'])
  })
})

describe.concurrent('the time limit', () => {
  describe('of the tool', () => {
    let [started, readyAt, endedAt] = [0, 0, 0]
    let ended: Answer
    beforeAll(async () => {
      started = Date.now()
      ended = await acme(['sleeps'], {
        env: { LIMIT: '700' },
        whenReady: () => (readyAt = Date.now()),
      })
      endedAt = Date.now()
    })

    it('REQ-F-011/1,5: ends a handler that never returns and knows no limit', () => {
      expect(readyAt).toBeGreaterThan(0)
      expect(endedAt - readyAt).toBeLessThan(underLoad(5700))
    })

    it('REQ-F-012/1,2,7: is answered with an envelope and exit 10', () => {
      expectEnvelope(ended)
      expect(ended).toMatchObject({ code: 10, error: { code: 'TIMEOUT', phase: 'execution' } })
    })

    it('REQ-F-011/3,4 REQ-F-012/3,4: is in the answer as the tool set it, with the time that went by', () => {
      expect(ended.error['message']).toContain('700 ms')
      expect(ended.meta['timeout_ms']).toBe(700)
      expect(ended.meta['duration_ms']).toBeGreaterThanOrEqual(700)
      expect(ended.meta['duration_ms']).toBeLessThan(endedAt - started)
    })
  })

  it('REQ-F-011/3,4 REQ-F-012/6: of a command ends it, and is retryable if nothing can have changed', async () => {
    const ended = await acme(['sleeps-briefly'])
    expect(ended).toMatchObject({ code: 10, meta: { timeout_ms: 200 } })
    expect(ended.error['retryable']).toBe(true)
    expect((await acme(['fine'])).meta['timeout_ms']).toBe(30_000)
  })

  it('REQ-F-011/2: ends a handler that waits for a server that is silent', async () => {
    const socket = join(folder(), 'socket')
    const server = createServer()
    await new Promise<void>((resolve) => void server.listen(socket, () => resolve()))
    const { code } = await acme(['reads-socket'], { env: { LIMIT: '200', SOCKET: socket } })
    server.close()
    expect(code).toBe(10)
  })
})
