import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { hostileValues } from '../json/hostile-value.arbitrary.ts'
import type { JsonValue } from '../json/json-value.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { ResponseEnvelope, SuccessEnvelope } from './envelope.ts'
import type { MetaInput } from './respond-input.ts'
import { respondSuccess } from './respond-success.ts'
import { respond } from './respond.ts'

type Success = Pick<Outcome, 'data' | 'warnings' | 'meta'>

const values = hostileValues.map((make) => make())

const metaKeys = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('command', 'type', 'stream', '1', 'effect') },
  { weight: 1, arbitrary: fc.string() },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'cursor',
      'truncated',
      'not_modified',
      'request_id',
      'schema_version',
      '__proto__',
      'duration_ms',
    ),
  },
)

const metas = fc
  .record({
    duration: fc.oneof({ weight: 9, arbitrary: fc.nat() }, fc.constantFrom(-1, 1.5, '3', null)),
    members: fc.array(fc.tuple(metaKeys, fc.boolean(), values), { maxLength: 6 }),
    prototype: fc.constantFrom(Object.prototype, null, { inherited: 1 }),
    isDurationFirst: fc.boolean(),
  })
  .map(({ duration, members, prototype, isDurationFirst }) => {
    const meta = Object.create(prototype) as Record<string, unknown>
    const define = (key: string, member: PropertyDescriptor) =>
      Object.defineProperty(meta, key, { ...member, enumerable: true, configurable: true })
    if (isDurationFirst) define('duration_ms', { value: duration })
    for (const [key, isGetter, value] of members) {
      define(key, isGetter ? { get: () => value } : { value })
    }
    if (!isDurationFirst) define('duration_ms', { value: duration })
    return meta
  })

const successes = fc.record({
  data: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()), values),
  warnings: fc.oneof(
    { weight: 9, arbitrary: fc.array(fc.string({ unit: 'binary' })) },
    { weight: 1, arbitrary: fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null))) },
  ),
  meta: metas,
}) as unknown as fc.Arbitrary<Success>

describe('respondSuccess', () => {
  it('makes the envelope that respond() makes in either generation, or gives null', () => {
    let envelopes = 0
    fc.assert(
      fc.property(successes, fc.constantFrom('1.0', '1.6'), (success, generation) => {
        const light = respondSuccess(success)
        if (light === null) return
        envelopes += 1
        const { data, warnings, meta } = success
        const full = respond({
          exit: 'SUCCESS',
          data: data as object,
          warnings,
          meta: meta as MetaInput,
          duration: meta.duration_ms as number,
          generation,
        })
        expect(shapeOf(light)).toEqual(shapeOf(full))
        expect(light.data).toBe(full.data)
        for (const key of Object.keys(full.meta)) expect(light.meta[key]).toBe(full.meta[key])
      }),
      { numRuns: 1000 },
    )
    expect(envelopes).toBeGreaterThan(40)
  })

  it.each([
    ['no data', { data: null, warnings: [], meta: { duration_ms: 1 } }],
    ['a scalar', { data: 'text', warnings: [], meta: { duration_ms: 1 } }],
    ['an instance of a class', { data: new Date(0), warnings: [], meta: { duration_ms: 1 } }],
    ['no duration', { data: {}, warnings: [], meta: {} }],
    ['a fraction of a millisecond', { data: {}, warnings: [], meta: { duration_ms: 1.5 } }],
    ['a cursor', { data: {}, warnings: [], meta: { duration_ms: 1, cursor: 'next' } }],
    ['a warning that is no text', { data: {}, warnings: [1], meta: { duration_ms: 1 } }],
  ])('leaves %s to respond()', (_title, success) => {
    expect(respondSuccess(success as unknown as Success)).toBeNull()
  })
})

/** What can be compared without touching hostile members: keys in order, texts, what is frozen. */
function shapeOf(envelope: SuccessEnvelope<JsonValue> | ResponseEnvelope<object>): unknown {
  const { ok, error, warnings, meta } = envelope
  return {
    ok,
    error,
    warnings,
    keys: Reflect.ownKeys(envelope),
    metaKeys: Reflect.ownKeys(meta),
    areFrozen: [envelope, warnings, meta].map((part) => Object.isFrozen(part)),
  }
}
