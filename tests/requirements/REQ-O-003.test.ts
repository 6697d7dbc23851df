import { describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'

describe('a list', () => {
  it('REQ-O-003/3: refuses a cursor that is malformed, of another list or expired', async () => {
    const { pagination } = (await acme(['many', '--limit', '1'])).meta
    const cursor = pagination.next_cursor as string
    for (const [argv, env, why] of [
      [['many', '--cursor', 'nonsense'], {}, 'malformed'],
      [['many-of-own', '--cursor', cursor], {}, 'another query'],
      [['many', '--limit', '1', '--cursor', cursor], { NEXT_YEAR: '1' }, 'expired'],
    ] as const) {
      const { code, error } = await acme(argv, { env })
      expect(code).toBe(2)
      expect(error).toMatchObject({ code: 'INVALID_CURSOR', phase: 'validation' })
      expect(error['message']).toContain(why)
    }
  })
})
