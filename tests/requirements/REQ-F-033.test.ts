import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { lower } from '../e2e/processes/run-lower.ts'
import { type Loose } from '../e2e/processes/run-program.ts'

describe('a lock of a call', () => {
  const env = { HOME: folder() }
  let held: Loose = {}
  let [holder, next, after]: Awaited<ReturnType<typeof lower>>[] = []
  beforeAll(async () => {
    holder = await lower(['locks', '--hold', '25000'], {
      env,
      whenReady: (child) =>
        void lower(['locks', '--wait', '150'], { env }).then((ended) => {
          held = { ...ended, pid: child.pid }
          return child.kill('SIGTERM')
        }),
    })
    next = await lower(['locks'], { env })
    after = await lower(['locks'], { env })
  })

  it('REQ-F-033/1,6,7: is waited for only as long as the command says, and then told with exit 4', () => {
    expect(held).toMatchObject({ code: 4, error: { code: 'LOCK_HELD' } })
    expect(held['meta'].duration_ms).toBeGreaterThanOrEqual(150)
    expect(held['meta'].duration_ms).toBeLessThan(25_000)
  })

  it('REQ-F-033/2,3: is told with who has it, since when, and when to try again', () => {
    expect(held['error']).toMatchObject({
      retryable: true,
      retry_after_ms: expect.any(Number),
      context: {
        holder_pid: held['pid'],
        holder_age_ms: expect.any(Number),
        lock_file: expect.any(String),
      },
    })
  })

  it('REQ-F-033/5: is free after SIGTERM', () => {
    expect([holder!.code, next!.code]).toEqual([143, 0])
  })

  it('REQ-F-033/4: is free after a normal end', () => {
    expect(after!.code).toBe(0)
  })
})
