import { describe, expect, it } from 'vitest'

import { acme, expectEnvelope } from '../e2e/processes/run-acme.ts'

describe('standard input without a terminal', () => {
  it('REQ-F-009/1,3,4 REQ-F-047/1,5 REQ-C-005/2: a question exits 4 at once and names the flag', async () => {
    for (const [argv, flag] of [
      [['asks'], '--yes'],
      [['asks', '--non-interactive'], '--yes'],
      [['asks-for-text'], '--eval'],
    ] as const) {
      const ended = await acme(argv, { input: null })
      expectEnvelope(ended)
      expect(ended.code).toBe(4)
      expect(ended.error).toMatchObject({ code: 'INPUT_REQUIRED', phase: 'validation' })
      expect(ended.error['suggestion']).toContain(flag)
    }
  })
})
