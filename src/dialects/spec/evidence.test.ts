import { describe, expect, it } from 'vitest'

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
