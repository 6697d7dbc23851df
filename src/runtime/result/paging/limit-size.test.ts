import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { JsonValue } from '../../../contract/index.ts'
import { splitWords } from '../../../internal/shell-words.ts'
import { readCursor } from './cursor.ts'
import type { CursorState, Delivered } from '../../run/cursor-state.ts'
import { cutToBytes, jsonBytes, resumeCuts } from './cut-size.ts'
import { limitSize } from './limit-size.ts'
import { cutPage } from './page.ts'

const binding = 'acme ls'
const invocation = ['acme', 'ls', '--zone', 'a b']
const cursorOf = (meta: { readonly [name: string]: JsonValue }): CursorState => {
  const read = readCursor(String(meta['cursor']), binding)
  if (!read.ok) throw new Error(read.problem.message)
  return read.state
}

describe('REQ-F-052: the size limit of an answer', () => {
  test('leaves small data unchanged', () => {
    expect(
      limitSize([1, 2, 3], { maxBytes: 5000, overhead: 100, invocation, binding }),
    ).toBeUndefined()
  })

  test('cuts 10,000 items between items and puts counts, cursor and a runnable hint in meta', () => {
    const items = Array.from({ length: 10_000 }, (_, id) => ({ id, name: 'x'.repeat(200) }))
    const page = cutPage({ items, limit: 0, from: null, binding })
    const limited = limitSize([...page.items], {
      maxBytes: 1_048_576,
      overhead: 300,
      invocation,
      page,
      binding,
    })!
    const delivered = limited.data as JsonValue[]
    expect(jsonBytes(limited.data)).toBeLessThan(1_048_576)
    expect(delivered).toEqual(items.slice(0, delivered.length))
    expect(limited.meta).toMatchObject({
      truncated: true,
      total_count: 10_000,
      returned_count: delivered.length,
      pagination: { total: 10_000, returned: delivered.length, truncated: true },
    })
    const hint = splitWords(String(limited.meta['truncation_hint']))
    expect(hint).toEqual({
      ok: true,
      words: [
        ...invocation,
        '--limit',
        String(delivered.length),
        '--cursor',
        limited.meta['cursor'],
      ],
    })
    const next = cutPage({ items, limit: 5, from: cursorOf(limited.meta), binding })
    expect(next.items[0]).toEqual(items[delivered.length])
  })

  test('writes a runnable hint when the call has arguments after --', () => {
    const { meta } = limitSize(['x'.repeat(300), 'y'.repeat(3000)], {
      maxBytes: 2000,
      overhead: 0,
      invocation: ['acme', 'cat', '--', '-x'],
      binding,
    })!
    expect(meta['truncation_hint']).toBe(`acme cat --cursor ${String(meta['cursor'])} -- -x`)
  })

  test('cuts a text between characters, and its cursor returns the rest', () => {
    const text = 'día 😀 '.repeat(2000)
    const parts: string[] = []
    let delivered: readonly Delivered[] = []
    for (let round = 0; round < 100; round += 1) {
      const left = resumeCuts({ text, n: 1 }, delivered)
      const limited = limitSize(left, {
        maxBytes: 4000,
        overhead: 0,
        invocation,
        binding,
        delivered,
      })
      parts.push(((limited?.data ?? left) as { readonly text: string }).text)
      if (!limited) break
      expect(limited.meta).toMatchObject({ truncated: true, total_count: text.length })
      delivered = cursorOf(limited.meta).cuts ?? []
    }
    expect(parts.length).toBeGreaterThan(3)
    expect(parts.join('')).toBe(text)
  })

  test('delivers an item larger than the limit in parts', () => {
    const items = ['a'.repeat(9000), 'b'.repeat(9000), 'c']
    const parts: JsonValue[] = []
    let from: CursorState | null = null
    for (let round = 0; round < 50; round += 1) {
      const page = cutPage({ items, limit: 0, from, binding })
      const delivered: NonNullable<CursorState['cuts']> = from?.cuts ?? []
      const left = resumeCuts([...page.items], delivered)
      const limited = limitSize(left, {
        maxBytes: 5000,
        overhead: 0,
        invocation,
        page,
        binding,
        delivered,
      })
      parts.push(...((limited?.data ?? left) as JsonValue[]))
      if (!limited) break
      from = cursorOf(limited.meta)
    }
    expect(parts.join('')).toBe(items.join(''))
  })

  test('delivers two large members of an object in full, over several answers', () => {
    const data = {
      a: Array.from({ length: 900 }, (_, n) => n),
      b: Array.from({ length: 700 }, (_, n) => -n),
      c: 'x',
    }
    const seen = { a: [] as JsonValue[], b: [] as JsonValue[] }
    let delivered: readonly Delivered[] = []
    for (let round = 0; round < 100; round += 1) {
      const left = resumeCuts(data, delivered)
      const limited = limitSize(left, {
        maxBytes: 1500,
        overhead: 0,
        invocation,
        binding,
        delivered,
      })
      const answer = (limited?.data ?? left) as typeof seen
      seen.a.push(...answer.a)
      seen.b.push(...answer.b)
      if (!limited) break
      delivered = cursorOf(limited.meta).cuts ?? []
    }
    expect(seen).toEqual({ a: data.a, b: data.b })
  })
})

test('jsonBytes counts the bytes of the JSON text in UTF-8', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      const value = JSON.parse(JSON.stringify(json)) as JsonValue
      expect(jsonBytes(value)).toBe(Buffer.byteLength(JSON.stringify(value)))
    }),
  )
})

describe('cutToBytes', () => {
  test('returns valid JSON within the byte budget for any value that can be cut', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 2, max: 200 }), (json, budget) => {
        const value = json as JsonValue
        const { data, cuts } = cutToBytes(value, budget)
        expect(JSON.stringify(JSON.parse(JSON.stringify(data)))).toBe(JSON.stringify(data))
        if (cuts.length === 0) expect(data).toEqual(value)
        else expect(jsonBytes(data)).toBeLessThanOrEqual(jsonBytes(value))
        if (typeof value === 'string' || Array.isArray(value)) {
          const atom =
            typeof value === 'string'
              ? 2
              : Math.max(2, ...value.map((item: JsonValue) => jsonBytes(item) + 2))
          expect(jsonBytes(data)).toBeLessThanOrEqual(Math.max(budget, atom))
        }
      }),
    )
  })

  test('keeps a member called __proto__ as a member', () => {
    const value = JSON.parse('{"__proto__":"xxxxxxxxxxxxxxxxxxxx","a":1}') as JsonValue
    const { data } = cutToBytes(value, 30)
    expect(Object.keys(data as object)).toEqual(['__proto__', 'a'])
  })
})
