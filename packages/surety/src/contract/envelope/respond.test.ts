import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { defineExitCode } from '../codes/custom-exit.ts'
import { Defect } from '../outcome/defect.ts'
import { EXIT_CODE_TABLES } from '../codes/exit-code-tables.ts'
import { FAILURE_NAMES, SIGNAL_EXITS, type RespondGeneration } from '../codes/exit-names.ts'
import { failureInputs, successInputs } from './respond.arbitrary.ts'
import type { RespondInput } from './envelope.ts'
import { respond } from './respond.ts'
import { validateEnvelope } from '../validate/validate-envelope.ts'

const error = { code: 'X', message: 'It did not work.' }
const input = (parts: object) => ({ duration: 1, ...parts }) as unknown as RespondInput<object>
const refusalOf = (parts: object): string => {
  try {
    respond(input(parts))
  } catch (cause) {
    if (cause instanceof Defect) return cause.code
    throw cause
  }
  return 'not refused'
}

describe('respond() refuses', () => {
  test.each([
    ['ok that was passed', { exit: 'SUCCESS', data: {}, ok: true }, 'OK_IS_DERIVED'],
    [
      'ok that was passed as undefined',
      { exit: 'SUCCESS', data: {}, ok: undefined },
      'OK_IS_DERIVED',
    ],
    ['an exit that is a number', { exit: 0, data: {} }, 'EXIT_UNKNOWN'],
    ['an exit that nobody declared', { exit: 'QUOTA_SPENT', error }, 'EXIT_UNKNOWN'],
    [
      'an exit code made by hand',
      {
        exit: {
          name: 'X',
          number: 14,
          side_effects: 'none',
          retryable: false,
          category: 'CONFLICT',
        },
        error,
      },
      'EXIT_UNKNOWN',
    ],
    ['a name of Object.prototype as exit', { exit: 'constructor', error }, 'EXIT_UNKNOWN'],
    [
      'an unknown generation',
      { exit: 'SUCCESS', data: {}, generation: '2.0' },
      'GENERATION_UNKNOWN',
    ],
    ['data and error both null', { exit: 'SUCCESS', data: null }, 'DATA_AND_ERROR_NULL'],
    ['neither data nor error', { exit: 'SUCCESS' }, 'DATA_AND_ERROR_NULL'],
    [
      'data and error both null with not_modified false',
      { exit: 'SUCCESS', data: null, meta: { not_modified: false } },
      'DATA_AND_ERROR_NULL',
    ],
    ['scalar data', { exit: 'SUCCESS', data: 42 }, 'DATA_IS_SCALAR'],
    ['data that is no plain JSON', { exit: 'SUCCESS', data: new Date(0) }, 'DATA_NOT_PLAIN'],
    ['success with error', { exit: 'SUCCESS', data: {}, error }, 'SUCCESS_WITH_ERROR'],
    ['failure without error', { exit: 'CONFLICT' }, 'FAILURE_WITHOUT_ERROR'],
    ['failure with error null', { exit: 'CONFLICT', error: null }, 'FAILURE_WITHOUT_ERROR'],
    ['data on failure', { exit: 'CONFLICT', error, data: {} }, 'FAILURE_WITH_DATA'],
    ['an error without code', { exit: 'CONFLICT', error: { message: 'm' } }, 'ERROR_INCOMPLETE'],
    ['an error without message', { exit: 'CONFLICT', error: { code: 'c' } }, 'ERROR_INCOMPLETE'],
    ['REDIRECTED without redirect', { exit: 'REDIRECTED', error }, 'REDIRECT_MISSING'],
    [
      'redirect without REDIRECTED',
      { exit: 'NOT_FOUND', error: { ...error, redirect: { command: 'x', permanent: true } } },
      'REDIRECT_MISPLACED',
    ],
    [
      'a wait without retryable',
      { exit: 'CONFLICT', error: { ...error, retry_after: 1 } },
      'WAIT_WITHOUT_RETRYABLE',
    ],
    [
      'a wait with retryable false',
      { exit: 'RATE_LIMITED', error: { ...error, retryable: false, retry_after: 1 } },
      'WAIT_WITHOUT_RETRYABLE',
    ],
    [
      'a strategy without retryable',
      { exit: 'CONFLICT', error: { ...error, retry_strategy: 'immediate' }, generation: '1.6' },
      'WAIT_WITHOUT_RETRYABLE',
    ],
    [
      'a fix with retryable true',
      { exit: 'UNAVAILABLE', error: { ...error, fix_required: 'x' }, generation: '1.6' },
      'FIX_WITH_RETRYABLE',
    ],
    [
      'a partial failure that claims to be retryable',
      { exit: 'PARTIAL_FAILURE', error: { ...error, retryable: true } },
      'PARTIAL_RETRYABLE',
    ],
    [
      'an extra member of the closed error',
      { exit: 'CONFLICT', error: { ...error, docs_url: 'x' } },
      'ERROR_IS_CLOSED',
    ],
    [
      'a wait of the other generation',
      { exit: 'RATE_LIMITED', error: { ...error, retry_after_ms: 1 } },
      'ERROR_IS_CLOSED',
    ],
    [
      'a wait that is negative',
      { exit: 'RATE_LIMITED', error: { ...error, retry_after: -1 } },
      'ENVELOPE_INVALID',
    ],
    [
      'a phase that is none',
      { exit: 'CONFLICT', error: { ...error, phase: 'later' } },
      'ENVELOPE_INVALID',
    ],
    [
      'a redirect that is not complete',
      { exit: 'REDIRECTED', error: { ...error, redirect: { command: 'x' } } },
      'ENVELOPE_INVALID',
    ],
    [
      'a version that is none',
      { exit: 'SUCCESS', data: {}, meta: { schema_version: 'v1' } },
      'ENVELOPE_INVALID',
    ],
    ['warnings that are null', { exit: 'SUCCESS', data: {}, warnings: null }, 'WARNINGS_INVALID'],
    ['a warning that is no text', { exit: 'SUCCESS', data: {}, warnings: [1] }, 'WARNINGS_INVALID'],
    ['meta that is no object', { exit: 'SUCCESS', data: {}, meta: [1] }, 'META_INVALID'],
    [
      'not_modified on a failure',
      { exit: 'CONFLICT', error, meta: { not_modified: true } },
      'NOT_MODIFIED_MISPLACED',
    ],
    [
      'not_modified with data',
      { exit: 'SUCCESS', data: {}, meta: { not_modified: true } },
      'NOT_MODIFIED_WITH_DATA',
    ],
    [
      'a duration that is negative',
      { exit: 'SUCCESS', data: {}, duration: -1 },
      'DURATION_INVALID',
    ],
    [
      'a duration with a fraction',
      { exit: 'SUCCESS', data: {}, duration: 1.5 },
      'DURATION_INVALID',
    ],
    ['no duration', { exit: 'SUCCESS', data: {}, duration: undefined }, 'DURATION_INVALID'],
  ])('%s', (_title, parts, code) => {
    expect(refusalOf(parts)).toBe(code)
  })

  test('an input that is not an object', () => {
    expect(() => respond(null as never)).toThrow(/takes an object/)
    expect(() => respond(undefined as never)).toThrow(/takes an object/)
  })
})

describe('ok', () => {
  test('cannot be passed or spread in, own or inherited', () => {
    expect(() => respond({ ...input({ exit: 'CONFLICT', error }), ok: true } as never)).toThrow(
      /ok follows/,
    )
    const inherits = Object.assign(Object.create({ ok: true }) as object, {
      exit: 'CONFLICT',
      error,
      duration: 1,
    })
    expect(() => respond(inherits as never)).toThrow(/ok follows/)
  })

  test('cannot be set afterwards, nor can any other member', () => {
    const envelope = respond({ exit: 'CONFLICT', error, duration: 1 }) as unknown as Record<
      string,
      unknown
    >
    expect(() => {
      envelope['ok'] = true
    }).toThrow(TypeError)
    expect(() => Object.defineProperty(envelope, 'ok', { value: true })).toThrow(TypeError)
    for (const part of ['error', 'warnings', 'meta'])
      expect(Object.isFrozen(envelope[part])).toBe(true)
    expect(envelope['ok']).toBe(false)
  })

  test('is not affected by members of data and meta named ok', () => {
    const envelope = respond({ exit: 'CONFLICT', error, duration: 1, meta: { ok: true } })
    expect([envelope.ok, envelope.meta['ok']]).toEqual([false, true])
    expect(respond({ exit: 'SUCCESS', data: { ok: false }, duration: 1 }).ok).toBe(true)
  })
})

describe('respond() gives', () => {
  test('all five members in a fixed order, whatever the order of the input', () => {
    const envelope = respond({
      meta: { zebra: 1, cursor: 'c', request_id: 'r' },
      duration: 7,
      warnings: ['w'],
      data: { b: 1, a: 2 },
      exit: 'SUCCESS',
    })
    expect(JSON.stringify(envelope)).toBe(
      '{"ok":true,"data":{"b":1,"a":2},"error":null,"warnings":["w"],"meta":{"duration_ms":7,"request_id":"r","cursor":"c","zebra":1}}',
    )
  })

  test('an error in a fixed order', () => {
    const envelope = respond({
      exit: 'RATE_LIMITED',
      duration: 1,
      generation: '1.6',
      error: {
        docs_url: 'u',
        suggestion: 's',
        retry_after_ms: 5,
        retryable: true,
        message: 'm',
        code: 'C',
      },
    })
    expect(Object.keys(envelope.error ?? {})).toEqual([
      'code',
      'message',
      'retryable',
      'retry_after_ms',
      'suggestion',
      'docs_url',
    ])
  })

  test('the duration of the stopwatch, whatever meta says', () => {
    const envelope = respond({
      exit: 'SUCCESS',
      data: [],
      duration: { elapsed: () => 42 },
      meta: { duration_ms: 9 } as never,
    })
    expect(envelope.meta.duration_ms).toBe(42)
  })

  test('a cache hit with data null', () => {
    const envelope = respond({ exit: 'SUCCESS', duration: 1, meta: { not_modified: true } })
    expect(envelope).toMatchObject({
      ok: true,
      data: null,
      error: null,
      meta: { not_modified: true },
    })
  })

  test('no member for what was given as undefined', () => {
    const envelope = respond(
      input({
        exit: 'CONFLICT',
        error: { ...error, detail: undefined, extra: undefined },
        meta: { a: undefined },
      }),
    )
    expect(Object.keys(envelope.error ?? {})).toEqual(['code', 'message', 'retryable'])
    expect(Object.keys(envelope.meta)).toEqual(['duration_ms'])
  })

  test('an ordinary member for one named __proto__', () => {
    const meta = JSON.parse('{"__proto__":{"polluted":true}}') as never
    const envelope = respond({ exit: 'SUCCESS', data: {}, duration: 1, meta })
    expect(Object.getPrototypeOf(envelope.meta)).toBe(Object.prototype)
    expect(JSON.stringify(envelope.meta)).toBe('{"duration_ms":1,"__proto__":{"polluted":true}}')
  })
})

describe.each(['1.0', '1.6'] as const)('contract %s', (generation: RespondGeneration) => {
  test.each(FAILURE_NAMES)('retryable of %s defaults to the exit table, if it is clean', (exit) => {
    const redirect = exit === 'REDIRECTED' ? { redirect: { command: 'x', permanent: false } } : {}
    const envelope = respond(input({ exit, generation, error: { ...error, ...redirect } }))
    const { retryable, sideEffects } = EXIT_CODE_TABLES[generation][exit]
    expect(envelope.error?.retryable).toBe(retryable === 'yes' && sideEffects === 'none')
  })

  test('retryable of an author\u2019s own code and of a signal follows from the exit', () => {
    const busy = defineExitCode({
      name: 'BUSY',
      number: 80,
      description: 'It is busy',
      retryable: true,
      sideEffects: 'none',
    })
    expect(respond(input({ exit: busy, generation, error })).error?.retryable).toBe(true)
    for (const exit of Object.keys(SIGNAL_EXITS)) {
      expect(respond(input({ exit, generation, error })).error?.retryable).toBe(false)
    }
  })

  test('every success that the types allow is a valid envelope with ok true', () => {
    fc.assert(
      fc.property(successInputs(generation), (parts) => {
        const envelope = respond(parts)
        expect(validateEnvelope(envelope, generation)).toEqual([])
        expect(validateEnvelope(JSON.parse(JSON.stringify(envelope)), generation)).toEqual([])
        expect(envelope.ok).toBe(true)
        expect(Object.keys(envelope)).toEqual(['ok', 'data', 'error', 'warnings', 'meta'])
      }),
    )
  })

  test('every failure that the types allow is a valid envelope with ok false', () => {
    fc.assert(
      fc.property(failureInputs(generation), (parts) => {
        const envelope = respond(parts)
        expect(validateEnvelope(envelope, generation)).toEqual([])
        expect(validateEnvelope(JSON.parse(JSON.stringify(envelope)), generation)).toEqual([])
        expect(envelope.ok).toBe(false)
        expect(envelope.data).toBeNull()
        expect(envelope.error).not.toBeNull()
      }),
      { numRuns: 300 },
    )
  })

  test('whatever is asked for, the answer is valid and ok only if it was a success', () => {
    const parts = fc.record(
      {
        exit: fc.oneof(
          fc.constantFrom<unknown>('SUCCESS', 'REDIRECTED', ...FAILURE_NAMES, 0, 3, 'x'),
          fc.anything(),
        ),
        data: fc.anything(),
        error: fc.oneof(
          fc.anything(),
          fc.record(
            { code: fc.string(), message: fc.string(), retry_after: fc.anything() },
            { requiredKeys: ['code', 'message'] },
          ),
        ),
        warnings: fc.anything(),
        meta: fc.anything(),
        duration: fc.oneof(fc.nat(), fc.anything()),
        ok: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(parts, fc.anything()), (asked) => {
        const given = typeof asked === 'object' && asked !== null ? { ...asked, generation } : asked
        let envelope
        try {
          envelope = respond(given as RespondInput<object>)
        } catch {
          return
        }
        expect(validateEnvelope(envelope, generation)).toEqual([])
        expect(envelope.ok).toBe((given as { exit: unknown }).exit === 'SUCCESS')
      }),
      { numRuns: 500 },
    )
  })
})
