import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { runAll } from '../e2e/processes/run-tool.ts'
import { contracts } from './contracts.ts'

describe('what a command holds', () => {
  const run = () =>
    runAll({
      went: contracts('locks go'),
      ended: contracts('locks wait', {
        whenReady: (child) => {
          child.kill('SIGTERM')
          child.kill('SIGTERM')
        },
      }),
      late: contracts('locks wait', { env: { LIMIT: '1500' } }),
      schema: contracts('locks --schema'),
      without: contracts('make'),
    })
  let seen: Awaited<ReturnType<typeof run>>
  beforeAll(async () => {
    seen = await run()
  })

  it('is free again, however the call ends', () => {
    expect([seen.went.code, seen.ended.code, seen.late.code]).toEqual([0, 143, 10])
    for (const { home } of [seen.went, seen.ended, seen.late])
      expect(existsSync(join(home, 'lock'))).toBe(false)
  })

  it('is released once, and warns of nothing', () => {
    for (const { trace, warned } of [seen.went, seen.ended, seen.late]) {
      expect(trace).toEqual(['released true'])
      expect(warned).toEqual([])
    }
  })

  it('may be nothing: a command without a hook runs', () => {
    expect(seen.without.code).toBe(0)
  })

  it('is told by the effects of the exits, and by no other member', () => {
    expect(seen.schema.data['exit_codes']).toMatchObject({
      0: { side_effects: 'complete' },
      10: { side_effects: 'partial' },
      143: { side_effects: 'partial' },
    })
    expect(seen.schema.data).not.toHaveProperty('cleanup')
  })
})
