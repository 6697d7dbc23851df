import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { fail, succeed } from 'surety/unstable/contract'
import { findMismatches, isInRange } from './expect.ts'

describe('findMismatches', () => {
  const outcome = succeed({
    data: { id: 1 },
    meta: { schema: 'animus.cli.v1', schema_version: '1.2', type: 'task' },
  })

  test.each([
    [{ schema: 'animus.cli.v1', schemaVersion: '>=1.0 <2.0', type: 'task' }, 0],
    [{ schema: 'animus.cli.v2' }, 1],
    [{ schemaVersion: '2.x', type: 'list' }, 2],
    [{ data: z.object({ id: z.number() }) }, 0],
    [{ data: z.object({ id: z.string(), name: z.string() }) }, 2],
  ])('expecting %j finds %i mismatches', async (expectation, count) => {
    expect(await findMismatches(outcome, expectation)).toHaveLength(count)
  })

  test('checks the contract of a failure, but not its data', async () => {
    const failure = fail({
      exit: 'NOT_FOUND',
      error: { code: 'X', message: 'x' },
      meta: { schema: 'a' },
    })
    expect(
      await findMismatches(failure, { schema: 'a', type: 't', data: z.object({ id: z.number() }) }),
    ).toEqual([])
    expect(await findMismatches(failure, { schema: 'b' })).toHaveLength(1)
  })
})

test.each([
  ['1.2', '1.2', true],
  ['1.2', '1.x', true],
  ['1.2', '1', true],
  ['1.2', '>=1.2', true],
  ['1.10', '>1.9', true],
  ['1.2', '>1.2', false],
  ['2.0', '>=1.0 <2.0', false],
  ['1.99', '>=1.0 <2.0', true],
  ['1.2', '<=1', true],
  ['2.1', '<=1', false],
  [undefined, '1.x', false],
  ['one', '1.x', false],
  ['1.0', 'nonsense', false],
])('finds version %s in range %s: %s', (version, range, expected) => {
  expect(isInRange(version, range)).toBe(expected)
})
