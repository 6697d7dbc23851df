import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { JsonValue } from '../../../contract/index.ts'
import { countTokens, cutToTokens } from './tokens.ts'

async function windows(data: JsonValue, limit: number): Promise<JsonValue[]> {
  const parts: JsonValue[] = []
  let offset = 0
  for (let round = 0; round < 2000; round += 1) {
    const { data: part, meta } = await cutToTokens(data, { limit, offset })
    parts.push(part)
    const next = meta['next_offset'] as number | undefined
    expect(meta['truncated'] === true).toBe(next !== undefined)
    if (next === undefined) return parts
    expect(next).toBeGreaterThan(offset)
    offset = next
  }
  throw new Error('the windows never end')
}

/** Joins all texts and numbers of a value in order; the windows together must give the same text. */
function leaves(value: JsonValue): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((item: JsonValue) => leaves(item)).join('')
  if (typeof value === 'object' && value !== null) return Object.values(value).map(leaves).join('')
  return String(value)
}

describe('--token-limit and --token-offset', () => {
  test('keep items whole if they fit', async () => {
    const items = Array.from({ length: 40 }, (_, id) => ({ id, name: `item number ${id}` }))
    const parts = await windows(items, 60)
    expect(parts.length).toBeGreaterThan(3)
    expect(parts.flat()).toEqual(items)
  })

  test('report the total token count and leave small data unchanged', async () => {
    const { data, meta } = await cutToTokens({ a: 'b' }, { limit: 100 })
    expect(data).toEqual({ a: 'b' })
    expect(meta).toEqual({ token_count: expect.any(Number), token_offset: 0, token_limit: 100 })
  })

  test('return an empty value of the same kind for an offset beyond the end', async () => {
    expect((await cutToTokens([1, 2], { offset: 99 })).data).toEqual([])
    expect((await cutToTokens({ a: 1 }, { offset: 99 })).data).toEqual({})
    expect((await cutToTokens('abc', { offset: 99 })).data).toBe('')
  })

  test('split a long text into parts that add up, never inside a character', async () => {
    const text = 'The quick brown 🦊 jumps over the lazy 🐶. '.repeat(40)
    const parts = await windows({ text }, 30)
    expect(parts.map((part) => (part as { text: string }).text).join('')).toBe(text)
    expect(JSON.stringify(parts)).not.toMatch(/\\ud[89a-f]/i)
  })

  test('return windows of the same kind that add up, for any data', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue({ maxDepth: 3 }),
        fc.integer({ min: 1, max: 40 }),
        async (json, limit) => {
          const data = JSON.parse(JSON.stringify(json)) as JsonValue
          const parts = await windows(data, limit)
          for (const part of parts) {
            expect(Array.isArray(part)).toBe(Array.isArray(data))
            expect(JSON.parse(JSON.stringify(part))).toEqual(part)
          }
          expect(parts.map(leaves).join('')).toBe(leaves(data))
        },
      ),
      { numRuns: 150 },
    )
  })

  test('estimate the tokens of a text', async () => {
    expect(await countTokens('hello world')).toBeGreaterThan(0)
  })
})
