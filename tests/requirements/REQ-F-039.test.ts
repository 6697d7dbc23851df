import { describe, expect, it } from 'vitest'

import { toolOf } from '../e2e/processes/run-tool.ts'

const work = toolOf('work.mjs')

/** Less than Node needs to begin, on any machine. */
const BOOT_MS = 10

describe('an answer', () => {
  it('has the time of its work in whole milliseconds', async () => {
    const started = performance.now()
    const slept = await work(['sleeps'])
    // On a busy machine the second itself is longer, so it is measured there.
    expect(slept.meta['duration_ms'] - slept.data['ms']).toBeGreaterThanOrEqual(-1)
    expect(slept.meta['duration_ms']).toBeLessThan(performance.now() - started - BOOT_MS)
    expect(slept.meta['duration_ms']).toBeGreaterThanOrEqual(990)
    const [wrong, late] = await Promise.all([
      work(['look', '--nope']),
      work(['sleeps'], { env: { WORK_LIMIT: '300' } }),
    ])
    for (const { meta } of [wrong, late])
      expect(meta['duration_ms']).toSatisfy((ms: number) => Number.isInteger(ms) && ms >= 0)
    expect(late.code).toBe(10)
  })
})
