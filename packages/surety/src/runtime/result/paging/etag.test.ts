import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import type { JsonValue } from '../../../contract/index.ts'
import { shortEtag } from '../../help/manifest/short-etag.ts'
import { computeEtag, sortedJson } from './etag.ts'

test('an etag depends on the content and not on the order of members', () => {
  const one = computeEtag({ a: 1, b: [{ c: 2, d: 3 }] })
  expect(one).toMatch(/^sha256:[0-9a-f]{64}$/)
  expect(computeEtag({ b: [{ d: 3, c: 2 }], a: 1 })).toBe(one)
  expect(computeEtag({ b: [{ d: 3, c: 2 }], a: 2 })).not.toBe(one)
  expect(computeEtag([1, 2])).not.toBe(computeEtag([2, 1]))
})

test('sortedJson writes an equal value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(sortedJson(value as JsonValue))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('gives equal values one short etag and others another, whatever the order of members', () => {
  expect(shortEtag({ a: 1, b: 2 })).toMatch(/^[0-9a-f]{16}$/)
  expect(shortEtag({ b: 2, a: 1 })).toBe(shortEtag({ a: 1, b: 2 }))
  const all = Array.from({ length: 50_000 }, (_, at) => shortEtag({ version: `1.0.${at}` }))
  expect(new Set(all).size).toBe(all.length)
})
