import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { acme, homeWithLogs } from '../e2e/processes/run-acme.ts'

describe('a destructive command', () => {
  it('REQ-O-021/1,2,5 REQ-C-005/10: needs confirmation, and --yes is none', async () => {
    const env = { HOME: homeWithLogs() }
    for (const more of [[], ['--yes']]) {
      const { code, error, calls } = await acme(['remove', 'logs', ...more], { env })
      expect({ code, calls }).toEqual({ code: 2, calls: 0 })
      expect(error).toMatchObject({ code: 'CONFIRMATION_REQUIRED', phase: 'validation' })
      expect(error['message']).toContain('--confirm-destructive')
      expect(JSON.stringify(error)).toContain('"would_affect":{"name":"logs","bytes":4}')
    }
    const done = await acme(['remove', 'logs', '--confirm-destructive'], { env })
    expect(done).toMatchObject({ code: 0, calls: 1, meta: { confirmed: true } })
    expect(existsSync(join(env.HOME, 'things', 'logs'))).toBe(false)
  })
})
