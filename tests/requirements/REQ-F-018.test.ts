import { describe, expect, it } from 'vitest'

import { acme, GENERATION } from '../e2e/processes/run-acme.ts'
import { type ProcessOptions, type Loose } from '../e2e/processes/run-program.ts'

const newest = (argv: readonly string[], options: ProcessOptions = {}) =>
  acme(argv, { ...options, env: { ACME_ENVELOPE: 'spec-1.16', ...options.env } })

describe('a list of contract 1.16', () => {
  it('REQ-F-018/8,9,10 REQ-O-003/8,9,10: has its page in one place, and a cursor for one query', async () => {
    const first = await newest(['many', '--limit', '2'])
    const { pagination } = first.meta
    expect(Object.keys(pagination).toSorted()).toEqual([
      'has_more',
      'next_cursor',
      'returned',
      'total',
      'truncated',
    ])
    expect(first.envelope).not.toHaveProperty('pagination')
    const cursor = pagination.next_cursor as string
    const rest = await newest(['many', '--limit', '0', '--cursor', cursor])
    expect(rest.meta['pagination']).toMatchObject({ has_more: false, next_cursor: null })
    expect(rest.data).toHaveLength(43)
    for (const argv of [
      ['many', '--cursor', 'nonsense'],
      ['many-of-own', '--cursor', cursor],
      ['many', '--fields', 'id', '--cursor', cursor],
    ]) {
      const { code, error } = await newest(argv)
      expect({ argv, code }).toEqual({ argv, code: 2 })
      expect(error).toMatchObject({ code: 'INVALID_CURSOR', retryable: false })
      expect(error['fix_required']).toContain('--cursor')
    }
  })
})

describe('a list', () => {
  it('REQ-F-018/1,2,3,5,7 REQ-F-019/1,2,6 REQ-O-003/1,2,4,5,7: has 20 items, and the cursor gives the next in a new process', async () => {
    const first = await acme(['many'])
    expect(first.data).toHaveLength(20)
    const cursor = first.meta['pagination'].next_cursor as string
    expect(first.meta['pagination']).toEqual({
      total: 45,
      returned: 20,
      truncated: true,
      has_more: true,
      next_cursor: cursor,
    })
    // The current generation has the cursor in one place.
    if (GENERATION === 'spec-1.6')
      expect(first.meta).toMatchObject({ cursor, page_size: 20, total: 45 })
    expect(cursor).toMatch(/^[\w.-]+$/)
    const next = await acme(['many', '--cursor', cursor, '--limit', '100'])
    expect((next.data as unknown as readonly Loose[]).map(({ id }) => id as number)).toEqual(
      Array.from({ length: 25 }, (_, at) => at + 20),
    )
  })

  it('REQ-F-018/2,4,6 REQ-F-019/2,3,5: is complete with a limit of 0, and has its own default', async () => {
    const all = await acme(['many', '--limit', '0'])
    expect(all.data).toHaveLength(45)
    expect(all.meta['pagination']).toEqual({
      total: 45,
      returned: 45,
      truncated: false,
      has_more: false,
      next_cursor: null,
    })
    expect((await acme(['many', '--limit', '30'])).data).toHaveLength(30)
    expect((await acme(['many-of-own'])).data).toHaveLength(5)
    const { pagination } = (await acme(['count-unknown'])).meta
    expect(pagination).toMatchObject({ total: null, returned: 1, has_more: true })
  })
})
