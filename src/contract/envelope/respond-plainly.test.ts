import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { JsonValue } from '../json/json-value.ts'
import { respondPlainly } from './respond-plainly.ts'
import type { MetaInput } from './respond-input.ts'
import { respond } from './respond.ts'

const names = fc.oneof(
  fc.constantFrom('command', 'type', 'cursor', 'truncated', 'not_modified', 'request_id', '1'),
  fc.string(),
)

describe('respondPlainly', () => {
  it('makes the very envelope that respond() makes, or none', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())),
        fc.array(fc.string()),
        fc.dictionary(names, fc.jsonValue()),
        fc.nat(),
        (data, warnings, members, duration) => {
          const meta = { ...members, duration_ms: duration } as Record<string, JsonValue>
          const plain = respondPlainly({ data: data as JsonValue, warnings, meta })
          if (plain === null) return
          const full = respond({
            exit: 'SUCCESS',
            data,
            warnings,
            meta: members as MetaInput,
            duration,
          })
          expect(JSON.stringify(plain)).toBe(JSON.stringify(full))
        },
      ),
    )
  })

  it('freezes what it makes', () => {
    const plain = respondPlainly({ data: {}, warnings: [], meta: { duration_ms: 1 } })
    expect([plain, plain?.meta, plain?.warnings].every(Object.isFrozen)).toBe(true)
    expect(() => Object.assign(plain!, { ok: false })).toThrow(TypeError)
  })

  it.each([
    [{ data: null, warnings: [], meta: { duration_ms: 1 } }],
    [{ data: 'text', warnings: [], meta: { duration_ms: 1 } }],
    [{ data: {}, warnings: [], meta: {} }],
    [{ data: {}, warnings: [], meta: { duration_ms: 1.5 } }],
    [{ data: {}, warnings: [], meta: { duration_ms: 1, cursor: 'next' } }],
  ])('leaves %j to respond()', (success) => {
    expect(respondPlainly(success)).toBeNull()
  })
})
