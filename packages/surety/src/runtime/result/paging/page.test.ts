import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readCursor } from './cursor.ts'
import type { CursorState } from '../../run/parsed-input.ts'
import { cutPage } from './page.ts'

const binding = 'acme ls'
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const state = (cursor: string): CursorState => {
  const read = readCursor(cursor, binding)
  if (!read.ok) throw new Error(read.problem.message)
  return read.state
}

describe('REQ-F-018: pagination', () => {
  test('has all five members, even for a complete list', () => {
    expect(cutPage({ items: [1, 2], limit: 20, from: null, binding }).pagination).toEqual({
      total: 2,
      returned: 2,
      truncated: false,
      has_more: false,
      next_cursor: null,
    })
  })

  test('marks a partial page as truncated and puts the cursor in both places', () => {
    const page = cutPage({ items: numbers(45), limit: 20, from: null, binding })
    expect(page.items).toHaveLength(20)
    expect(page.meta).toMatchObject({
      pagination: { total: 45, returned: 20, truncated: true, has_more: true },
      page_size: 20,
      total: 45,
      truncated: true,
      cursor: page.pagination.next_cursor,
    })
  })

  test('REQ-O-003: following the cursors returns every item once, in order, at most limit per page', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.integer({ min: 1, max: 25 }), (count, limit) => {
        const items = numbers(count)
        const seen: unknown[] = []
        let from: CursorState | null = null
        for (;;) {
          const page = cutPage({ items, limit, from, binding })
          expect(page.items.length).toBeLessThanOrEqual(limit)
          expect(page.pagination.truncated).toBe(page.pagination.next_cursor !== null)
          seen.push(...page.items)
          if (page.pagination.next_cursor === null) break
          from = state(page.pagination.next_cursor)
        }
        expect(seen).toEqual(items)
      }),
    )
  })

  test('REQ-F-019: a limit of 0 returns all items', () => {
    const { items, pagination } = cutPage({ items: numbers(500), limit: 0, from: null, binding })
    expect(items).toHaveLength(500)
    expect(pagination).toMatchObject({ truncated: false, next_cursor: null })
  })

  test('continues at the position that the backend gave, and an unknown total is null', () => {
    const page = cutPage({
      items: ['a', 'b'],
      limit: 2,
      from: null,
      backend: { next: 'token-2', total: null },
      binding,
    })
    expect(page.pagination.total).toBeNull()
    expect(state(page.pagination.next_cursor!)).toEqual({ position: 'token-2' })
  })

  test('delivers items beyond the limit of a backend page on the next page', () => {
    const backend = (position: string | number | null) =>
      position === null
        ? { items: ['a', 'b', 'c'], next: 'p2' as string | null }
        : { items: ['d'], next: null }
    const seen: unknown[] = []
    let from: CursorState | null = null
    for (let round = 0; round < 10; round += 1) {
      const { items, next } = backend(from?.position ?? null)
      const page = cutPage({ items, limit: 2, from, backend: { next, total: 4 }, binding })
      seen.push(...page.items)
      if (page.pagination.next_cursor === null) break
      from = state(page.pagination.next_cursor)
    }
    expect(seen).toEqual(['a', 'b', 'c', 'd'])
  })

  test('returns an empty last page for an offset beyond the end', () => {
    expect(cutPage({ items: numbers(3), limit: 2, from: { position: 9 }, binding })).toMatchObject({
      items: [],
      pagination: { returned: 0, truncated: false, next_cursor: null },
    })
  })
})
