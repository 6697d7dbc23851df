import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { type Loose } from '../e2e/processes/run-program.ts'
import { contractManifest, expectRefusals, contracts } from './contracts.ts'

let manifest: Loose

beforeAll(async () => {
  manifest = await contractManifest()
})

const entry = (name: string) => manifest['data'].commands[name] as Loose

describe('work that may take long', () => {
  it('declares how it is interrupted, and has exit 14, or is refused', async () => {
    await expectRefusals('C-033')
    for (const [name, rest] of Object.entries<Loose>(manifest['data'].commands)) {
      const isWork = ['copy', 'scan', 'flood'].includes(name)
      expect(Object.hasOwn(rest, 'interruption'), name).toBe(isWork)
      expect(Object.hasOwn(rest['exit_codes'], '14'), name).toBe(isWork || /^job\.[sw]/.test(name))
    }
    expect(entry('scan')).toMatchObject({
      interruption: { detach: true, resume: false, idle_timeout_ms: 1000 },
      exit_codes: { 14: { retryable: true, side_effects: 'none' } },
    })
    expect(entry('copy')['exit_codes']['14']).toMatchObject({
      retryable: false,
      side_effects: 'partial',
    })
  })
})

describe('work that may take long', () => {
  it('reports how far it is', async () => {
    const paused = await contracts('copy --budget 100ms', { env: { HOME: folder() } })
    expect(paused).toMatchObject({
      code: 14,
      data: { state: 'paused', progress: { done: expect.any(Number), total: 4, unit: 'parts' } },
    })
    expect(paused.data['progress'].done).toBeGreaterThan(0)
  })

  it('is ended if it stands still', async () => {
    const stalled = await contracts('scan --stalls --budget 20s')
    expect(stalled).toMatchObject({ code: 10, error: { code: 'STALLED', retryable: false } })
  })

  it('is optional: other commands have no budget, and refuse one', async () => {
    const [plain, refusal] = await Promise.all([contracts('waits'), contracts('make --budget 1s')])
    expect([plain.code, refusal.code]).toEqual([10, 2])
    expect(plain.meta).not.toHaveProperty('budget_ms')
  })

  it('reports as often as it likes, and few of them are written', async () => {
    const done = await contracts('flood --budget 0', { env: { HOME: folder() } })
    expect(done.data).toEqual({ reports: 20_000, writes: expect.any(Number) })
    // The first report, and one every 200 ms.
    expect(done.data['writes']).toBeLessThan(3 + Number(done.meta['duration_ms']) / 200)
  })
})
