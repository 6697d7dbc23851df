import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { JsonValue } from '../../../contract/index.ts'
import { splitWords } from '@surety/internal/shell-words.ts'
import type { PageFacts } from '../../run/ending/run-end.ts'
import type { CursorState } from '../../run/parsed-input.ts'
import { readCursor } from './cursor.ts'
import { cutToBytes, jsonBytes } from './cut-size.ts'
import { cutPage, describeCut, wayByCursor } from './page.ts'

const call = {
  binding: 'acme ls',
  words: ['acme', 'ls', '--zone', 'a b'],
  variable: 'ACME_MAX',
}

/** Cuts data as an answer does whose rest a cursor leads to. */
function limitSize(
  data: JsonValue,
  given: typeof call & { budget: number; page?: PageFacts; from?: readonly number[] },
) {
  const { budget, from, variable, binding } = given
  const all = Array.isArray(data) ? (data as readonly JsonValue[]) : [data]
  const page = given.page ?? { items: all, limit: 0, from: null, binding }
  const cut = cutToBytes(data, budget, from)
  if (cut.next === null && cut.tooLarge === 0) return { data: cut.data, meta: {}, warnings: [] }
  const way = wayByCursor(page, cut.next, given, from)
  return { data: cut.data, ...describeCut(cut, way, variable, { count: undefined, isKept: false }) }
}

function cursorOf(meta: { readonly [name: string]: JsonValue }): CursorState {
  const text = String(meta['cursor'])
  expect(text.length).toBeLessThanOrEqual(256)
  const read = readCursor(text, call.binding)
  if (!read.ok) throw new Error(read.problem.message)
  return read.state
}

describe('REQ-F-052: the size limit of an answer', () => {
  test('adds nothing to data that fits', () => {
    expect(limitSize([1, 2, 3], { ...call, budget: 5000 })).toEqual({
      data: [1, 2, 3],
      meta: {},
      warnings: [],
    })
  })

  test('cuts 10,000 items between items and puts counts, cursor and a runnable hint in meta', () => {
    const items = Array.from({ length: 10_000 }, (_, id) => ({ id, name: 'x'.repeat(200) }))
    const page = { items, limit: 0, from: null, binding: call.binding }
    const { data, meta } = limitSize(cutPage(page).items, { ...call, budget: 1_048_576, page })
    const delivered = data as JsonValue[]
    expect(jsonBytes(data)).toBeLessThanOrEqual(1_048_576)
    expect(delivered).toEqual(items.slice(0, delivered.length))
    expect(meta).toMatchObject({
      truncated: true,
      total_count: 10_000,
      returned_count: delivered.length,
      pagination: { total: 10_000, returned: delivered.length, truncated: true },
    })
    const words = ['--limit', String(delivered.length), '--cursor', meta['cursor']]
    const hint = splitWords(String(meta['truncation_hint']))
    expect(hint).toEqual({ ok: true, words: [...call.words, ...words] })
    const next = cutPage({ items, limit: 5, from: cursorOf(meta), binding: call.binding })
    expect(next.items[0]).toEqual(items[delivered.length])
  })

  test('writes a runnable hint when the call has arguments after --', () => {
    const words = ['acme', 'cat', '--', '-x']
    const { meta } = limitSize(['x'.repeat(300), 'y'.repeat(300)], {
      ...call,
      budget: 400,
      words,
    })
    expect(meta['truncation_hint']).toBe(
      `acme cat --limit 1 --cursor ${String(meta['cursor'])} -- -x`,
    )
  })

  test('names a value that no answer can hold, and the variable that lifts the limit', () => {
    const limited = limitSize({ path: 'a', content: 'x'.repeat(900) }, { ...call, budget: 400 })
    expect(limited).toMatchObject({
      data: { path: 'a' },
      meta: {
        truncated: true,
        total_count: 2,
        returned_count: 1,
        left_out: ['/content'],
        left_out_count: 1,
        truncation_hint: "env ACME_MAX=0 acme ls --zone 'a b'",
      },
      warnings: [expect.stringContaining('/content')],
    })
  })

  test('gives no hint for a command line that would be larger than the answer', () => {
    const words = ['acme', 'x'.repeat(50_000)]
    const { meta } = limitSize([1, 2, 3], { ...call, budget: 4, words })
    expect(meta['truncation_hint']).toBeUndefined()
    expect(meta['cursor']).toBeDefined()
  })

  test('pages of any list join to the list again, also if items are larger than the limit', () => {
    const row = fc.record({ id: fc.nat(), text: fc.string({ maxLength: 30 }), on: fc.boolean() })
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 40 }),
        fc.integer({ min: 60, max: 400 }),
        fc.nat(9),
        (items, budget, limit) => {
          const all: JsonValue[] = []
          let from: CursorState | null = null
          for (let round = 0; round < 500; round += 1) {
            const page: PageFacts = { items, limit, from, binding: call.binding }
            const whole = cutPage(page)
            const path: { from?: readonly number[] } = from?.path ? { from: from.path } : {}
            const { data, meta } = limitSize(whole.items, { ...call, budget, page, ...path })
            expect(jsonBytes(data)).toBeLessThanOrEqual(budget)
            all.push(...(data as JsonValue[]))
            const next = { ...whole.meta, ...meta }
            if (next['truncated'] !== true) break
            from = cursorOf(next)
          }
          const merged = all.flatMap((part) => Object.entries(part as object))
          expect(merged).toEqual(items.flatMap((item) => Object.entries(item)))
        },
      ),
    )
  })
})
