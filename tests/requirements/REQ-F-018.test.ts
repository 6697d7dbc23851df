import { beforeAll, describe, expect, it } from 'vitest'

import { type Answer, acme, GENERATION } from '../e2e/processes/run-acme.ts'
import { type ProcessOptions, type Loose } from '../e2e/processes/run-program.ts'

const newest = (argv: readonly string[], options: ProcessOptions = {}) =>
  acme(argv, { ...options, env: { ACME_ENVELOPE: 'spec-1.16', ...options.env } })

describe('a list of contract 1.16', () => {
  let first: Answer
  let cursor: string
  beforeAll(async () => {
    first = await newest(['many', '--limit', '2'])
    cursor = first.meta['pagination'].next_cursor as string
  })

  it('REQ-F-018/8,9: has its page in one place, with five members', () => {
    expect(Object.keys(first.meta['pagination'] as object).toSorted()).toEqual([
      'has_more',
      'next_cursor',
      'returned',
      'total',
      'truncated',
    ])
    expect(first.envelope).not.toHaveProperty('pagination')
  })

  it('REQ-F-018/10 REQ-O-003/10: goes on with another limit, and has no cursor at its end', async () => {
    const rest = await newest(['many', '--limit', '0', '--cursor', cursor])
    expect(rest.meta['pagination']).toMatchObject({ has_more: false, next_cursor: null })
    expect((rest.data as unknown as readonly Loose[]).map(({ id }) => id as number)).toEqual(
      Array.from({ length: 43 }, (_, at) => at + 2),
    )
  })

  it.each([
    ['REQ-O-003/8', 'nonsense', ['many', '--cursor', 'nonsense']],
    ['REQ-O-003/8', 'a cursor with a changed character', ['many', '--cursor', 'changed']],
    ['REQ-O-003/9', 'the cursor of another query', ['many-of-own', '--cursor', '']],
    ['REQ-O-003/9', 'a cursor with another selection', ['many', '--fields', 'id', '--cursor', '']],
  ])('%s: refuses %s', async (_line, _case, words) => {
    const changed = cursor.slice(0, -2) + (cursor.at(-2) === 'A' ? 'B' : 'A') + cursor.at(-1)
    const value = { nonsense: 'nonsense', changed, '': cursor }[words.at(-1)!]!
    const { code, error } = await newest([...words.slice(0, -1), value])
    expect(code).toBe(2)
    expect(error).toMatchObject({ code: 'INVALID_CURSOR', retryable: false })
    expect(error['fix_required']).toContain('--cursor')
  })
})

describe('a list', () => {
  let [first, next, all, some, own, unknown]: Answer[] = []
  let cursor: string
  beforeAll(async () => {
    ;[first, all, some, own, unknown] = await Promise.all([
      acme(['many']),
      acme(['many', '--limit', '0']),
      acme(['many', '--limit', '30']),
      acme(['many-of-own']),
      acme(['count-unknown']),
    ])
    cursor = first.meta['pagination'].next_cursor as string
    next = await acme(['many', '--cursor', cursor, '--limit', '100'])
  })
  const idsOf = (answer: Answer | undefined) =>
    (answer!.data as unknown as readonly Loose[]).map(({ id }) => id as number)

  it('REQ-F-018/1,2,3 REQ-F-019/1,6: has 20 items, and its page says that there are more', () => {
    expect(first!.data).toHaveLength(20)
    expect(first!.meta['pagination']).toEqual({
      total: 45,
      returned: 20,
      truncated: true,
      has_more: true,
      next_cursor: expect.any(String),
    })
  })

  it('REQ-F-018/5 REQ-O-003/2,5: goes on at the cursor, in a new process with another home', () => {
    expect(next!.home).not.toBe(first!.home)
    expect(idsOf(next)).toEqual(Array.from({ length: 25 }, (_, at) => at + 20))
  })

  it('REQ-F-018/7 REQ-O-003/4: has a cursor of plain characters that shows no position', () => {
    expect(cursor).toMatch(/^[\w.-]+$/)
    expect(cursor).not.toMatch(/^\d+$/)
  })

  it('REQ-F-019/2 REQ-O-003/1: has no more items than the limit', () => {
    expect(some!.data).toHaveLength(30)
    expect(idsOf(next).length).toBeLessThanOrEqual(100)
  })

  it('REQ-O-003/7: says what limit was applied, the next cursor and the total', () => {
    expect(some!.meta['pagination']).toMatchObject({ returned: 30, total: 45 })
    expect(some!.meta['pagination'].next_cursor).toEqual(expect.any(String))
    // The current generation has the cursor in one place.
    if (GENERATION === 'spec-1.6')
      expect(first!.meta).toMatchObject({ cursor, page_size: 20, total: 45 })
  })

  it('REQ-F-018/2,4 REQ-F-019/3: is complete with a limit of 0', () => {
    expect(all!.data).toHaveLength(45)
    expect(all!.meta['pagination']).toEqual({
      total: 45,
      returned: 45,
      truncated: false,
      has_more: false,
      next_cursor: null,
    })
  })

  it('REQ-F-019/5: has the default of its command', () => {
    expect(own!.data).toHaveLength(5)
  })

  it('REQ-F-018/6: of unknown length has a total of null', () => {
    expect(unknown!.meta['pagination']).toMatchObject({ total: null, returned: 1, has_more: true })
    expect(unknown!.data).toHaveLength(1)
  })
})
