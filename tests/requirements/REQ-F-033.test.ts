import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { lower } from '../e2e/processes/run-lower.ts'
import { type Loose } from '../e2e/processes/run-program.ts'

describe('what a call leaves', () => {
  it('REQ-F-033/1,2,3,4,5,6,7: frees its locks, which others wait for only so long', async () => {
    const env = { HOME: folder() }
    let held: Loose = {}
    const holder = await lower(['locks', '--hold', '25000'], {
      env,
      whenReady: (child) =>
        void lower(['locks', '--wait', '150'], { env }).then((ended) => {
          held = { ...ended, pid: child.pid }
          return child.kill('SIGTERM')
        }),
    })
    expect(holder.code).toBe(143)
    expect(held).toMatchObject({
      code: 4,
      error: {
        code: 'LOCK_HELD',
        retryable: true,
        retry_after_ms: expect.any(Number),
        context: {
          holder_pid: held['pid'],
          holder_age_ms: expect.any(Number),
          lock_file: expect.any(String),
        },
      },
    })
    expect(held['meta'].duration_ms).toBeGreaterThanOrEqual(150)
    expect((await lower(['locks'], { env })).code).toBe(0)
  })
})
