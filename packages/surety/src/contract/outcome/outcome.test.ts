import { readFileSync } from 'node:fs'

import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { defineExitCode } from '../codes/custom-exit.ts'
import { FAILURE_NAMES } from '../codes/exit-names.ts'
import type { JsonValue } from '../json/json-value.ts'
import { succeed, type OutcomeSurroundings } from './outcome.ts'
import { categoryOfExit, fail } from './fail.ts'

const error = { code: 'X', message: 'm' }
const path = new URL('../../../schemas/outcome.json', import.meta.url)
const accepts = new Ajv({ allowUnionTypes: true, strictRequired: false }).compile(
  JSON.parse(readFileSync(path, 'utf8')) as object,
)

test('copies and freezes warnings and meta, unless they are frozen already', () => {
  const meta = { command: 'a' }
  const warnings = ['w']
  const outcome = succeed({ data: 1, meta, warnings })
  meta.command = 'b'
  warnings.push('x')
  expect(outcome).toMatchObject({ meta: { command: 'a' }, warnings: ['w'] })
  expect([outcome, outcome.meta, outcome.warnings].every(Object.isFrozen)).toBe(true)
  const again = fail({ exit: 'CONFLICT', error, meta: outcome.meta, warnings: outcome.warnings })
  expect(again.meta).toBe(outcome.meta)
  expect(again.warnings).toBe(outcome.warnings)
})

describe('ok', () => {
  test('follows from the exit', () => {
    expect(succeed({ data: null }).ok).toBe(true)
    for (const exit of FAILURE_NAMES) expect(fail({ exit, error }).ok).toBe(false)
  })

  test('cannot be passed, spread in or set', () => {
    expect(() => succeed({ data: 1, ok: false } as never)).toThrow(/ok follows/)
    const chosen = { ok: true }
    expect(() => fail({ exit: 'CONFLICT', error, ...chosen } as never)).toThrow(/ok follows/)
    const outcome = succeed({ data: 1 }) as { ok: boolean }
    expect(() => {
      outcome.ok = false
    }).toThrow(TypeError)
  })

  test('a failure cannot exit with SUCCESS', () => {
    expect(() => fail({ exit: 'SUCCESS', error })).toThrow(/cannot exit with SUCCESS/)
  })
})

describe('a failure completes its error', () => {
  test.each([
    ['ARG_ERROR', 'after_fix', false],
    ['PRECONDITION', 'after_fix', false],
    ['AUTH_REQUIRED', 'after_fix', false],
    ['RATE_LIMITED', 'identical', true],
    ['UNAVAILABLE', 'identical', true],
    ['REDIRECTED', 'redirect', false],
    ['TIMEOUT', 'never', false],
    ['NOT_FOUND', 'never', false],
    ['GENERAL_ERROR', 'never', false],
  ] as const)('%s: recovery %s, retryable %s', (exit, recovery, retryable) => {
    expect(fail({ exit, error }).error).toMatchObject({ category: exit, recovery, retryable })
  })

  test('a stated fix makes a failure fixable', () => {
    const { recovery } = fail({
      exit: 'GENERAL_ERROR',
      error: { ...error, fix_required: 'x' },
    }).error
    expect(recovery).toBe('after_fix')
  })

  test('retryable: null is not the same as false', () => {
    const { retryable, recovery } = fail({
      exit: 'CONFLICT',
      error: { ...error, retryable: null },
    }).error
    expect([retryable, recovery]).toEqual([null, 'unknown'])
  })

  test('an author\u2019s own exit decides category and retryable', () => {
    const busy = defineExitCode({
      name: 'BUSY',
      number: 80,
      description: 'It is busy',
      retryable: true,
      sideEffects: 'none',
      category: 'UNAVAILABLE',
    })
    expect(fail({ exit: busy, error })).toMatchObject({
      exit: 'BUSY',
      error: { category: 'UNAVAILABLE', retryable: true, recovery: 'identical' },
    })
    expect(categoryOfExit('UNHEARD_OF')).toBe('GENERAL_ERROR')
  })

  test('members come in a fixed order', () => {
    const { error: made } = fail({
      exit: 'CONFLICT',
      error: { details: {}, suggestion: 's', message: 'm', code: 'c', detail: 'd' },
    })
    expect(Object.keys(made)).toEqual([
      'code',
      'category',
      'message',
      'detail',
      'retryable',
      'recovery',
      'suggestion',
      'details',
    ])
  })
})

test('every outcome is valid under its published schema', () => {
  const around = fc.record(
    {
      warnings: fc.array(fc.string()),
      meta: fc.dictionary(
        fc.string().filter((key) => key !== 'duration_ms'),
        fc.jsonValue(),
      ),
    },
    { requiredKeys: [] },
  )
  const successes = fc
    .tuple(around, fc.jsonValue())
    .map(([rest, data]) => succeed({ ...(rest as OutcomeSurroundings), data: data as JsonValue }))
  const failures = fc
    .tuple(
      around,
      fc.constantFrom(...FAILURE_NAMES, 'OWN'),
      fc.record(
        {
          code: fc.string(),
          message: fc.string(),
          retryable: fc.constantFrom(true, false, null),
          suggestion: fc.string(),
          fix_required: fc.string(),
          operation: fc.string(),
          retry_after_ms: fc.nat(),
        },
        { requiredKeys: ['code', 'message'] },
      ),
    )
    .map(([rest, exit, given]) => fail({ ...(rest as OutcomeSurroundings), exit, error: given }))
  fc.assert(
    fc.property(fc.oneof(successes, failures), (outcome) => {
      expect(accepts(outcome)).toBe(true)
      expect(outcome.ok).toBe(outcome.exit === 'SUCCESS')
    }),
  )
  expect(accepts({ ...succeed({ data: 1 }), ok: false })).toBe(false)
})
