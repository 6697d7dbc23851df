import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { isJsonObject, type JsonValue } from '../../../contract/index.ts'
import { cutToBytes, type CutValue, jsonBytes, type Position, textWithin } from './cut-size.ts'

const json = fc
  .jsonValue({ maxDepth: 4, stringUnit: 'grapheme' })
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonValue)
const budgets = fc.integer({ min: 2, max: 300 })

/** Follows the positions to the end. */
function answers(data: JsonValue, budget: number): readonly CutValue[] {
  const found: CutValue[] = []
  let from: Position | null = []
  while (from !== null) {
    const cut: CutValue = cutToBytes(data, budget, from)
    found.push(cut)
    from = cut.next
    if (found.length > 10_000) throw new Error('the answers never end')
  }
  return found
}

/** Tests whether a part holds only values of the whole, each at its name and in its order. */
function isPartOf(part: JsonValue, whole: JsonValue): boolean {
  if (JSON.stringify(part) === JSON.stringify(whole)) return true
  if (Array.isArray(part) && Array.isArray(whole)) {
    let at = 0
    return part.every((item: JsonValue) => {
      while (at < whole.length && !isPartOf(item, whole[at] as JsonValue)) at += 1
      at += 1
      return at <= whole.length
    })
  }
  if (!isJsonObject(part) || !isJsonObject(whole)) return false
  return Object.entries(part).every(
    ([name, member]) => Object.hasOwn(whole, name) && isPartOf(member, whole[name]!),
  )
}

/** Lists the leaves of a value with their names, without the positions of items. */
function leaves(value: JsonValue, path = ''): readonly string[] {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item: JsonValue) => leaves(item, `${path}[]`))
  if (isJsonObject(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([name, member]) => leaves(member, `${path}/${name}`))
  return [`${path} ${JSON.stringify(value)}`]
}

function countOf(leaf: string, all: readonly string[]): number {
  return all.filter((other) => other === leaf).length
}

test('jsonBytes counts the bytes of the JSON text in UTF-8', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(jsonBytes(value)).toBe(Buffer.byteLength(JSON.stringify(value)))
    }),
  )
})

test('textWithin keeps whole characters within the budget', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(60), (raw, budget) => {
      const text = raw.toWellFormed()
      const kept = textWithin(text, budget)
      expect(text.startsWith(kept)).toBe(true)
      expect(kept.isWellFormed()).toBe(true)
      if (kept !== '') expect(jsonBytes(kept)).toBeLessThanOrEqual(budget)
    }),
  )
})

describe('REQ-F-052: cutToBytes', () => {
  test('returns at most the budget, for any list or object', () => {
    fc.assert(
      fc.property(json, budgets, (value, budget) => {
        fc.pre(typeof value === 'object' && value !== null)
        for (const { data } of answers(value, budget))
          expect(jsonBytes(data)).toBeLessThanOrEqual(budget)
      }),
    )
  })

  test('alters no value: every part holds values of the original', () => {
    fc.assert(
      fc.property(json, budgets, (value, budget) => {
        fc.pre(typeof value !== 'string')
        for (const { data } of answers(value, budget)) expect(isPartOf(data, value)).toBe(true)
      }),
    )
  })

  test('delivers each leaf once over all answers, except those counted as too large', () => {
    fc.assert(
      fc.property(json, budgets, (value, budget) => {
        fc.pre(typeof value === 'object' && value !== null && jsonBytes(value) > budget)
        const all = answers(value, budget)
        const missing = all.reduce((count, { tooLarge }) => count + tooLarge, 0)
        const whole = leaves(value).toSorted()
        const given = all.flatMap(({ data }) => leaves(data)).filter((leaf) => whole.includes(leaf))
        if (missing === 0) expect(given.toSorted()).toEqual(whole)
        // An object that lost its only member looks like one that was empty, so a count alone would not do.
        else expect(whole.some((leaf) => countOf(leaf, given) < countOf(leaf, whole))).toBe(true)
      }),
      { examples: [[[{}, { '': 0 }], 4]] },
    )
  })

  test('joins to the same list again if each item fits', () => {
    fc.assert(
      fc.property(fc.array(json, { maxLength: 30 }), fc.nat(100), (list, extra) => {
        const budget = Math.max(2, ...list.map((item) => jsonBytes(item) + 2)) + extra
        expect(answers(list, budget).flatMap(({ data }) => data as JsonValue[])).toEqual(list)
      }),
    )
  })

  test('cuts a text between characters, and its parts join to the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), budgets, (text, budget) => {
        const parts = answers(text, budget).map(({ data }) => String(data))
        expect(parts.join('')).toBe(text)
        for (const part of parts) expect(part.isWellFormed()).toBe(true)
      }),
    )
  })

  test('keeps small members beside a large list and delivers them once', () => {
    const data = { rows: Array.from({ length: 90 }, (_, id) => ({ id })), total: 90, note: 'all' }
    const all = answers(data, 200)
    expect(all.length).toBeGreaterThan(3)
    expect(all[0]).toMatchObject({ data: { total: 90, note: 'all' }, total: 90, leftOut: [] })
    expect(
      all.slice(1).every(({ data: part }) => Object.keys(part as object).join() === 'rows'),
    ).toBe(true)
    expect(all.flatMap(({ data: part }) => (part as typeof data).rows)).toEqual(data.rows)
  })

  test('cuts an object between members and names those that are left out', () => {
    const data = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`m/${n}`, 'x'.repeat(9)]))
    const first = cutToBytes(data, 500)
    expect(first.leftOut[0]).toBe(`/m~1${first.returned}`)
    expect(first.leftOut).toHaveLength(20)
    expect(first.leftOutCount).toBe(50 - first.returned)
  })

  test('leaves out a text that is too large and goes on', () => {
    const data = { path: 'a', content: 'x'.repeat(500), mode: 4 }
    expect(cutToBytes(data, 100)).toMatchObject({
      data: { path: 'a', mode: 4 },
      next: null,
      leftOut: ['/content'],
      tooLarge: 1,
    })
  })

  test('keeps a member called __proto__ as a member', () => {
    const value = JSON.parse('{"__proto__":"xxxx","a":"yyyyyyyyyyyyyyyyyyyyyyyy"}') as JsonValue
    expect(Object.keys(cutToBytes(value, 30).data as object)).toEqual(['__proto__'])
  })

  test('reads a position that does not match the data without an exception', () => {
    fc.assert(
      fc.property(
        json,
        budgets,
        fc.array(fc.integer({ min: -9, max: 9 })),
        (value, budget, from) => {
          expect(() => cutToBytes(value, budget, from)).not.toThrow()
        },
      ),
    )
  })

  test('takes linear time', () => {
    const record = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`member_${n}`, ['x'.repeat(60)]]))
    const time = (count: number): number => {
      const data = record(count)
      const start = process.cpuUsage()
      cutToBytes(data, count * 40)
      return process.cpuUsage(start).user / 1000
    }
    time(1000)
    // A tenth of a second; quadratic time took half a minute.
    expect(time(40_000)).toBeLessThan(8000)
  })
})
