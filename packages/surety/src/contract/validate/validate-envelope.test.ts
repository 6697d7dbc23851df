import { readFileSync } from 'node:fs'

import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { envelopes, mutated } from './document.arbitrary.ts'
import type { RespondGeneration } from '../codes/exit-names.ts'
import { validateEnvelope } from './validate-envelope.ts'

const ok = { ok: true, data: {}, error: null, warnings: [], meta: { duration_ms: 1 } }
const failed = (error: object) => ({
  ...ok,
  ok: false,
  data: null,
  error: { code: 'X', message: 'm', ...error },
})
const found = (value: unknown, generation?: RespondGeneration) =>
  validateEnvelope(value, generation).map(({ pointer, code }) => `${pointer} ${code}`)

describe.each(['1.0', '1.6'] as const)('contract %s', (generation) => {
  const path = new URL(`../../../schemas/${generation}/response-envelope.json`, import.meta.url)
  const accepts = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(
    JSON.parse(readFileSync(path, 'utf8')) as object,
  )
  const agree = (value: unknown) => {
    const problems = validateEnvelope(value, generation)
    expect(problems.length === 0).toBe(accepts(value))
    return problems
  }

  test('agrees with the published schema on every JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => void agree(value)),
      { numRuns: 200 },
    )
  })

  test('agrees with the published schema on every valid envelope', () => {
    fc.assert(
      fc.property(envelopes(generation), (value) => {
        expect(agree(value)).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  test('agrees with the published schema on valid envelopes that were damaged', () => {
    let refused = 0
    fc.assert(
      fc.property(mutated(envelopes(generation)), (value) => {
        if (agree(value).length > 0) refused++
      }),
      { numRuns: 800 },
    )
    expect(refused).toBeGreaterThan(80)
  })

  test('names every problem that ajv finds, at the same place', () => {
    fc.assert(
      fc.property(mutated(envelopes(generation)), (value) => {
        const ours = new Set(validateEnvelope(value, generation).map(({ pointer }) => pointer))
        accepts(value)
        for (const { keyword, instancePath, params } of accepts.errors ?? []) {
          // A failed union repeats what its branches say.
          if (keyword === 'oneOf' || (instancePath === '/error' && keyword === 'type')) continue
          const { missingProperty, additionalProperty } = params as Record<string, string>
          const member = missingProperty ?? additionalProperty
          const token = member?.replaceAll('~', '~0').replaceAll('/', '~1')
          expect(ours).toContain(token === undefined ? instancePath : `${instancePath}/${token}`)
        }
      }),
      { numRuns: 200 },
    )
  })
})

test('finds nothing wrong with a valid envelope', () => {
  expect(found(ok)).toEqual([])
  expect(found(failed({ retryable: true, retry_after: 0 }))).toEqual([])
  expect(found(failed({ retry_after_ms: 5, fix_required: 'x', anything: [1] }), '1.6')).toEqual([])
})

test('finds all problems at once', () => {
  expect(
    found({ ok: 1, data: 2, error: { code: 3, extra: 1 }, warnings: [4, 'a', null], more: 5 }),
  ).toEqual([
    '/meta MISSING_MEMBER',
    '/ok WRONG_TYPE',
    '/data WRONG_TYPE',
    '/error/message MISSING_MEMBER',
    '/error/code WRONG_TYPE',
    '/error/extra UNKNOWN_MEMBER',
    '/warnings/0 WRONG_TYPE',
    '/warnings/2 WRONG_TYPE',
    '/more UNKNOWN_MEMBER',
  ])
})

test.each([
  [
    'a wait that is negative',
    failed({ retry_after: -1 }),
    '1.0',
    '/error/retry_after OUT_OF_RANGE',
  ],
  ['a wait with a fraction', failed({ retry_after: 1.5 }), '1.0', '/error/retry_after WRONG_TYPE'],
  [
    'the wait of the other generation',
    failed({ retry_after_ms: 1 }),
    '1.0',
    '/error/retry_after_ms UNKNOWN_MEMBER',
  ],
  ['an unknown phase', failed({ phase: 'later' }), '1.0', '/error/phase VALUE_NOT_ALLOWED'],
  [
    'an unknown strategy',
    failed({ retry_strategy: 'x' }),
    '1.6',
    '/error/retry_strategy VALUE_NOT_ALLOWED',
  ],
  [
    'a redirect without permanence',
    failed({ redirect: { command: 'x' } }),
    '1.0',
    '/error/redirect/permanent MISSING_MEMBER',
  ],
  [
    'a version that is none',
    { ...ok, meta: { duration_ms: 1, schema_version: '1' } },
    '1.0',
    '/meta/schema_version PATTERN_MISMATCH',
  ],
  ['no document', undefined, '1.0', ' WRONG_TYPE'],
] as const)('names %s', (_title, value, generation, expected) => {
  expect(found(value, generation)).toEqual([expected])
})

test('explains each problem in a sentence that names the place', () => {
  expect(validateEnvelope({ ...ok, ok: 'yes' })).toEqual([
    { pointer: '/ok', code: 'WRONG_TYPE', message: '/ok must be boolean, not string.' },
  ])
  expect(validateEnvelope(null)[0]?.message).toBe('the document must be object, not null.')
})

test('escapes names in pointers', () => {
  expect(found({ ...ok, 'a/b~c': 1 })).toEqual(['/a~1b~0c UNKNOWN_MEMBER'])
})

test('reports what cannot be read, and still checks the rest', () => {
  const hostile = {
    ...ok,
    get data(): never {
      throw new Error('no')
    },
    ok: 'yes',
  }
  expect(found(hostile)).toEqual(['/data UNREADABLE', '/ok WRONG_TYPE'])
  const revoked = Proxy.revocable({}, {})
  revoked.revoke()
  expect(found(revoked.proxy)).toEqual([' UNREADABLE'])
  expect(found({ ...ok, meta: revoked.proxy })).toEqual(['/meta UNREADABLE'])
})

test('refuses an envelope that throws only at the first access', () => {
  let reads = 0
  const flaky = {
    ...ok,
    get ok() {
      if (reads++ === 0) throw new Error('not yet')
      return true
    },
  }
  expect(found(flaky)).toEqual([' UNREADABLE'])
})

test('never throws, whatever it is given', () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSparseArray: true,
  })
  fc.assert(
    fc.property(
      anything,
      fc.record({
        ok: anything,
        data: anything,
        error: anything,
        warnings: anything,
        meta: anything,
      }),
      (value, near) => {
        expect(Array.isArray(validateEnvelope(value))).toBe(true)
        expect(Array.isArray(validateEnvelope(near, '1.6'))).toBe(true)
      },
    ),
  )
})
