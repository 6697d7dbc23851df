import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { specDialects } from './index.ts'
import { isCarefulReading, distinguishGenerations } from './evidence.ts'
import { contradictsGeneration } from './rules.ts'

describe('contradictsGeneration', () => {
  it.each([
    ['1.0', { category: 'PARTIAL_FAILURE', phase: 'validation' }],
    ['1.6', { category: 'PARTIAL_FAILURE', retryable: true }],
    ['1.6', { category: 'ARG_ERROR', phase: 'execution' }],
    ['1.0', { category: 'ARG_ERROR', phase: 'cleanup' }],
    ['1.6', { category: 'AUTH_REQUIRED', retryable: true }],
    ['1.6', { category: 'PRECONDITION', retryable: true }],
    ['1.0', { category: 'PARTIAL_FAILURE', code: 'UNKNOWN_FLAG' }],
    ['1.6', { category: 'ARG_ERROR', code: 'PARTIAL_FAILURE' }],
  ] as const)('says why contract %s excludes %j', (generation, claims) => {
    expect(contradictsGeneration(generation, claims)).toContain(`contract ${generation} never`)
  })

  it.each([
    ['1.0', { category: 'AUTH_REQUIRED', retryable: true }],
    ['1.6', { category: 'ARG_ERROR', phase: 'validation', retryable: false }],
    ['1.6', { category: 'TIMEOUT', phase: 'execution', retryable: true }],
    ['1.6', { category: 'PARTIAL_FAILURE', phase: 'cleanup', code: 'HALF_DONE' }],
    ['1.0', { category: 'ARG_ERROR', phase: 5, retryable: 'yes', code: null }],
  ] as const)('says nothing about what contract %s allows: %j', (generation, claims) => {
    expect(contradictsGeneration(generation, claims)).toBeUndefined()
  })
})

describe('distinguishGenerations', () => {
  it('uses the error code, which belongs to one of the swapped exits', () => {
    expect(distinguishGenerations({ code: 'UNKNOWN_FLAG' }, 2)).toMatchObject({ is: '1.6' })
    expect(distinguishGenerations({ code: 'PARTIAL_FAILURE' }, 2)).toMatchObject({ is: '1.0' })
  })

  it('cannot decide by an error that neither allows, and assumes a partial failure', () => {
    const error = { phase: 'validation', code: 'PARTIAL_FAILURE' }
    for (const [exit, first] of [
      [2, '1.0'],
      [3, '1.6'],
    ] as const) {
      expect(distinguishGenerations(error, exit)).toBeUndefined()
      expect(isCarefulReading(first, error, exit)).toBe(true)
    }
  })
})

describe('isCarefulReading', () => {
  const error = { code: 'E', message: 'm' }

  it.each([
    ['a success', null, 0, '1.0'],
    ['a failure that both read alike', error, 5, '1.0'],
    ['exit 2, which may be a partial failure', error, 2, '1.0'],
    ['exit 3, which may be a partial failure', error, 3, '1.6'],
    ['a timeout without a retryable', error, 10, '1.6'],
    ['a timeout that says what it is', { ...error, retryable: false }, 10, '1.0'],
  ] as const)('assumes one generation for %s', (_what, given, exit, generation) => {
    expect(isCarefulReading(generation, given, exit)).toBe(true)
    expect(isCarefulReading(generation === '1.0' ? '1.6' : '1.0', given, exit)).toBe(false)
  })

  it('never repeats a call that the other generation would not repeat', () => {
    const said = fc.record(
      { code: fc.constantFrom('E', 'TOKEN_MISSING', 'ARG_ERROR'), retryable: fc.boolean() },
      { requiredKeys: ['code'] },
    )
    fc.assert(
      fc.property(said, fc.integer({ min: 1, max: 20 }), (more, exit) => {
        const document = { ...error, ...more }
        fc.pre(distinguishGenerations(document, exit) === undefined)
        const repeats = (generation: '1.0' | '1.6') => {
          const envelope = { ok: false, data: null, error: document, warnings: [], meta: {} }
          const capture = { stdout: JSON.stringify(envelope), stderr: '', exit_code: exit }
          return specDialects[generation].decode(capture).error?.recovery === 'identical'
        }
        const assumed = isCarefulReading('1.0', document, exit) ? '1.0' : '1.6'
        expect(!repeats(assumed) || repeats(assumed === '1.0' ? '1.6' : '1.0')).toBe(true)
      }),
    )
  })
})
