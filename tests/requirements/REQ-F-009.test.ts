import { beforeAll, describe, expect, it } from 'vitest'

import { acme, expectEnvelope } from '../e2e/processes/run-acme.ts'

describe('standard input without a terminal', () => {
  describe('and a question', () => {
    let ended: readonly Awaited<ReturnType<typeof acme>>[] = []
    beforeAll(async () => {
      ended = await Promise.all(
        [['asks'], ['asks', '--non-interactive'], ['asks-for-text']].map((argv) =>
          acme(argv, { input: null }),
        ),
      )
    })

    it('REQ-F-009/1,4 REQ-F-047/1: exit 4 at once with an envelope, by no word of the author', () => {
      for (const each of ended) {
        expectEnvelope(each)
        expect(each.code).toBe(4)
        expect(each.error).toMatchObject({ code: 'INPUT_REQUIRED', phase: 'validation' })
      }
    })

    it('REQ-C-005/2: exit 4 with --non-interactive', () => {
      expect(ended[1]).toMatchObject({ code: 4, error: { code: 'INPUT_REQUIRED' } })
    })

    it('REQ-F-009/3 REQ-F-047/5: name the option that answers it', () => {
      const said = ended.map(({ error }) => error['suggestion'] as string)
      for (const [at, flag] of ['--yes', '--yes', '--eval'].entries())
        expect(said[at]).toContain(flag)
    })
  })
})
