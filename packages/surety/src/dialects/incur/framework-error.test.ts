import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { fail, type OutcomeErrorInput } from '../../contract/index.ts'
import { dialect as compact } from './compact/index.ts'
import { dialect as full } from './full/index.ts'
import { toFieldErrors } from './shared-members.ts'
import { writeWithLosses } from '../write/losses.ts'

const failure = (error: Partial<OutcomeErrorInput>) =>
  fail({
    exit: 'ARG_ERROR',
    error: {
      code: 'VALIDATION_ERROR',
      message: 'm',
      retryable: false,
      suggestion: 'try',
      details: { reason: 'INVALID_VALUE' },
      ...error,
    },
    meta: { command: 'limits set', duration_ms: 5 },
  })

describe('framework errors', () => {
  test('have neither retryable nor next steps in both outputs', () => {
    const outcome = failure({})
    const options = { errorBody: 'framework' } as const
    expect(compact.toDocument(outcome, options).document).toEqual({
      code: 'VALIDATION_ERROR',
      message: 'm',
    })
    expect(full.toDocument(outcome, options).document).toEqual({
      ok: false,
      error: { code: 'VALIDATION_ERROR', message: 'm' },
      meta: { command: 'limits set', duration: '5ms' },
    })
  })

  test('report what they omit as losses', () => {
    const { losses } = writeWithLosses(compact, failure({}), { errorBody: 'framework' })
    expect(losses.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(['/error/retryable', '/error/details', '/error/suggestion']),
    )
  })

  test('list each field with what was expected and received', () => {
    expect(
      toFieldErrors([
        { param: '<url>', code: 'MISSING_ARGUMENT', message: 'a', expected: 'string' },
        {
          param: '--per-call',
          code: 'INVALID_VALUE',
          message: 'b',
          value: 'x',
          expected: 'number',
        },
        { param: '--chain', code: 'INVALID_CHOICE', message: 'c', value: 'x', allowed: ['a', 'b'] },
      ]),
    ).toEqual([
      {
        code: 'invalid_type',
        missing: true,
        path: 'url',
        expected: 'string',
        received: 'undefined',
        message: 'a',
      },
      {
        code: 'invalid_type',
        missing: false,
        path: 'perCall',
        expected: 'number',
        received: 'x',
        message: 'b',
      },
      {
        code: 'invalid_value',
        missing: false,
        path: 'chain',
        expected: 'a|b',
        received: 'x',
        message: 'c',
      },
    ])
  })

  test('suggest the intended command for a mistyped one', () => {
    const outcome = failure({
      code: 'COMMAND_NOT_FOUND',
      field_errors: [
        { param: 'lst', code: 'UNKNOWN_COMMAND', message: 'm', suggestion: 'pay wallet list' },
      ],
    })
    const cta = { description: 'Try this instead:', commands: [{ command: 'pay wallet list' }] }
    expect(compact.toDocument(outcome, { errorBody: 'framework' }).document).toEqual({
      code: 'COMMAND_NOT_FOUND',
      message: 'm',
      cta,
    })
    expect(full.toDocument(outcome, { errorBody: 'framework' }).document).toMatchObject({
      meta: { cta },
    })
  })

  test('accept any problem without throwing, and always have six members', () => {
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<never>)),
        (problems) => {
          for (const field of toFieldErrors(problems) ?? []) {
            expect(Object.keys(field)).toEqual([
              'code',
              'missing',
              'path',
              'expected',
              'received',
              'message',
            ])
          }
        },
      ),
    )
  })
})

test('a measured answer keeps retryable and omits extra and next steps', () => {
  const { document } = compact.toDocument(failure({ code: 'no_wallet' }), { errorBody: 'plain' })
  expect(document).toEqual({ code: 'no_wallet', message: 'm', retryable: false })
})
