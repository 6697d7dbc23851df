import { describe, expect, test } from 'vitest'

import { decode, OpenCapture } from 'surety/unstable/dialects'
import { narrowDown, findDialect } from './find-dialect.ts'
import type { DeclaredCommand } from '../decide/policy.ts'

function answer(exit: number, error: object) {
  const envelope = { ok: false, data: null, error, warnings: [], meta: { duration_ms: 1 } }
  return new OpenCapture({ stdout: `${JSON.stringify(envelope)}\n`, stderr: '', exit_code: exit })
}
const error = { code: 'E', message: 'm' }
const command = (number: number, name: string): DeclaredCommand => ({
  path: 'x',
  danger: 'mutating',
  flags: [],
  exits: [{ number, name, retryable: false, side_effects: 'none' }],
})

describe('an answer that has the shape of both generations', () => {
  test.each([
    ['exit 2 before anything ran', 2, { phase: 'validation' }, 'spec-1.6'],
    ['exit 3 before anything ran', 3, { phase: 'validation' }, 'spec-1.0'],
    ['exit 2 in the middle of it', 2, { phase: 'execution' }, 'spec-1.0'],
    ['exit 3 while cleaning up', 3, { phase: 'cleanup' }, 'spec-1.6'],
    ['exit 3 that may be retried', 3, { retryable: true }, 'spec-1.0'],
    ['exit 2 with a code of refused input', 2, { code: 'UNKNOWN_FLAG' }, 'spec-1.6'],
    ['exit 3 with a code of refused input', 3, { code: 'ARG_ERROR' }, 'spec-1.0'],
    ['exit 2 with the code of half-done work', 2, { code: 'PARTIAL_FAILURE' }, 'spec-1.0'],
    ['exit 8 that may be retried', 8, { code: 'TOKEN_EXPIRED', retryable: true }, 'spec-1.0'],
    ['exit 13 that may be retried', 13, { retryable: true }, 'spec-1.0'],
  ])('recognises the generation by %s', async (_what, exit, more, dialect) => {
    const found = await findDialect(answer(exit, { ...error, ...more }), {})
    expect(found).toMatchObject({ dialect, candidates: [dialect] })
  })

  test.each([
    ['exit 2 and nothing else', 2, {}],
    ['exit 3 that must not be retried', 3, { retryable: false }],
    ['exit 12 that may be retried', 12, { retryable: true }],
    ['a contradiction in both', 2, { phase: 'validation', code: 'PARTIAL_FAILURE' }],
  ])('leaves it open for %s', async (_what, exit, more) => {
    const found = await findDialect(answer(exit, { ...error, ...more }), {})
    expect(found?.candidates.toSorted()).toEqual(['spec-1.0', 'spec-1.6'])
  })

  test.each([
    [2, 'ARG_ERROR', 'spec-1.6'],
    [2, 'PARTIAL_FAILURE', 'spec-1.0'],
    [3, 'ARG_ERROR', 'spec-1.0'],
    [3, 'PARTIAL_FAILURE', 'spec-1.6'],
  ])('reads exit %s, %s in the manifest, as %s', async (exit, name, dialect) => {
    const found = await findDialect(answer(exit, error), { command: command(exit, name) })
    expect(found).toMatchObject({ dialect })
  })

  test('trusts the answer more than the manifest', async () => {
    const found = await findDialect(answer(3, { ...error, phase: 'validation' }), {
      command: command(3, 'PARTIAL_FAILURE'),
    })
    expect(found).toMatchObject({ dialect: 'spec-1.0' })
  })

  test('shows a partial failure first while several readings are possible', async () => {
    for (const exit of [2, 3]) {
      const found = await findDialect(answer(exit, error), {})
      expect(found?.outcome.exit).toBe('PARTIAL_FAILURE')
    }
  })

  test('rules nothing out for successes', async () => {
    const capture = {
      stdout: '{"ok":true,"data":{"a":1},"error":null,"warnings":[],"meta":{"duration_ms":1}}',
      stderr: '',
      exit_code: 0,
    }
    const readings = await Promise.all(
      ['spec-1.0', 'spec-1.6'].map((dialect) => decode(capture, { dialect })),
    )
    expect(narrowDown(readings, command(2, 'ARG_ERROR'))).toHaveLength(2)
  })
})
