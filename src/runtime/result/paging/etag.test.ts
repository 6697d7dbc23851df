import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import type { JsonValue } from '../../../contract/index.ts'
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
