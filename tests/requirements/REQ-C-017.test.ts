import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { contracts } from './contracts.ts'

describe('what a command holds', () => {
  it('REQ-C-017/1,2,3,4,5,6: is free again, however the call ends', async () => {
    const [went, ended, late, other] = await Promise.all([
      contracts('locks go'),
      contracts('locks wait', {
        whenReady: (child) => {
          child.kill('SIGTERM')
          child.kill('SIGTERM')
        },
      }),
      contracts('locks wait', { env: { LIMIT: '1500' } }),
      contracts('locks --schema'),
    ])
    expect([went.code, ended.code, late.code]).toEqual([0, 143, 10])
    for (const { home, trace, warned } of [went, ended, late]) {
      expect(existsSync(join(home, 'lock'))).toBe(false)
      // The temporary folder came from the framework, which removed it; each hook was called once.
      expect(trace).toEqual([expect.stringContaining('/contracts'), 'released true'])
      expect(existsSync(trace[0]!)).toBe(false)
      expect(warned).toEqual([])
    }
    expect(other.data['exit_codes']).toMatchObject({
      0: { side_effects: 'complete' },
      10: { side_effects: 'partial' },
      143: { side_effects: 'partial' },
    })
    expect(other.data).not.toHaveProperty('cleanup')
  })
})
