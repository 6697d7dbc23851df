import { expect, test } from 'vitest'

import { surety } from '../processes/run-surety.ts'

test('duration_ms is the time that the caller waits, as far as a process can know it', async () => {
  const start = performance.now()
  const { envelope } = await surety(['dialects'])
  const waited = performance.now() - start
  const { duration_ms: duration } = envelope().meta as { readonly duration_ms: number }
  // The system starts and ends the process before and after it can look at a clock.
  expect(duration).toBeLessThanOrEqual(waited + 1)
  expect(duration).toBeGreaterThan(waited * 0.4)
})
