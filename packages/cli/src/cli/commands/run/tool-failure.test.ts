import { describe, expect, test } from 'vitest'

import type { Verdict } from '@surety/client/unstable/client'
import { fail, succeed } from 'surety/unstable/contract'
import { isDone, toFailure } from './tool-failure.ts'

const verdict = (kind: 'accept' | 'escalate', reason: Verdict['reason']): Verdict => ({
  kind,
  reason,
  message: 'Because.',
  soft_redirects: [],
})

describe('a failure of the tool', () => {
  const outcome = fail({
    exit: 'CONFLICT',
    error: {
      code: 'task_exists',
      message: 'It exists.',
      retryable: null,
      operation: 'write',
      target: 'a.json',
      details: { id: 1 },
    },
    data: { id: 1 },
  })

  test('is passed on fact by fact', () => {
    const failure = toFailure({ outcome, verdict: verdict('escalate', 'NOT_RETRYABLE') })
    const { category: _category, ...facts } = outcome.error
    expect(failure.toErrorInput()).toEqual(facts)
    expect(failure).toMatchObject({ exit: 'CONFLICT', data: { id: 1 } })
  })

  test('with an exit of its own has the exit of its kind', () => {
    const own = fail({
      exit: 'QUOTA_SPENT',
      error: { code: 'QUOTA', message: 'Spent.', category: 'RATE_LIMITED' },
    })
    const failure = toFailure({ outcome: own, verdict: verdict('escalate', 'NOT_RETRYABLE') })
    expect(failure.exit).toBe('RATE_LIMITED')
  })
})

describe('a success', () => {
  const outcome = succeed({ data: { id: 1 } })

  test.each(['MALFORMED', 'CONTRACT_MISMATCH', 'NOTHING_TO_ACT_ON', 'DIALECT_UNCERTAIN'] as const)(
    'that is %s is none',
    (reason) => {
      const refused = { outcome, verdict: verdict('escalate', reason) }
      expect(isDone(refused.outcome, refused.verdict)).toBe(false)
      expect(toFailure(refused)).toMatchObject({ code: reason, exit: 'GENERAL_ERROR' })
    },
  )

  test('that is one page of several stays one', () => {
    expect(isDone(outcome, verdict('escalate', 'TRUNCATED'))).toBe(true)
    expect(isDone(outcome, verdict('escalate', 'PAGE_LIMIT'))).toBe(true)
    expect(isDone(outcome, verdict('accept', 'DONE'))).toBe(true)
  })
})
