import { describe, expect, it } from 'vitest'

import { carefulOrder, contradictsGeneration, tellGenerations } from './generation-evidence.ts'

describe('contradictsGeneration', () => {
  it.each([
    ['spec-1.0', { category: 'PARTIAL_FAILURE', phase: 'validation' }],
    ['spec-1.6', { category: 'PARTIAL_FAILURE', retryable: true }],
    ['spec-1.6', { category: 'ARG_ERROR', phase: 'execution' }],
    ['spec-1.0', { category: 'ARG_ERROR', phase: 'cleanup' }],
    ['spec-1.6', { category: 'AUTH_REQUIRED', retryable: true }],
    ['spec-1.6', { category: 'PRECONDITION', retryable: true }],
    ['spec-1.0', { category: 'PARTIAL_FAILURE', code: 'UNKNOWN_FLAG' }],
    ['spec-1.6', { category: 'ARG_ERROR', code: 'PARTIAL_FAILURE' }],
  ] as const)('says what %s never says: %j', (dialect, claims) => {
    expect(contradictsGeneration(dialect, claims)).toContain(dialect)
  })

  it.each([
    ['spec-1.0', { category: 'AUTH_REQUIRED', retryable: true }],
    ['spec-1.6', { category: 'ARG_ERROR', phase: 'validation', retryable: false }],
    ['spec-1.6', { category: 'TIMEOUT', phase: 'execution', retryable: true }],
    ['spec-1.6', { category: 'PARTIAL_FAILURE', phase: 'cleanup', code: 'HALF_DONE' }],
    ['spec-1.0', { category: 'ARG_ERROR', phase: 5, retryable: 'yes', code: null }],
  ] as const)('leaves open what %s may say: %j', (dialect, claims) => {
    expect(contradictsGeneration(dialect, claims)).toBeUndefined()
  })
})

describe('tellGenerations', () => {
  it('goes by the code too, which belongs to one of the names that changed places', () => {
    expect(tellGenerations({ code: 'UNKNOWN_FLAG' }, 2)).toMatchObject({ is: 'spec-1.6' })
    expect(tellGenerations({ code: 'PARTIAL_FAILURE' }, 2)).toMatchObject({ is: 'spec-1.0' })
  })

  it('tells nothing by what neither says, and then expects half-done work', () => {
    const error = { phase: 'validation', code: 'PARTIAL_FAILURE' }
    for (const [exit, first] of [
      [2, 'spec-1.0'],
      [3, 'spec-1.6'],
    ] as const) {
      expect(tellGenerations(error, exit)).toBeUndefined()
      expect(carefulOrder(error, exit)[0]).toBe(first)
    }
  })
})
