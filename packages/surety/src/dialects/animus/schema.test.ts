import { fail } from '../../contract/index.ts'
import { describe, expect, it } from 'vitest'

import { validateDocument } from '../read-capture.ts'
import { dialect } from './index.ts'

const failure = (code: string, exit_code: number) => ({
  schema: 'animus.cli.v1',
  ok: false,
  error: { code, message: 'm', exit_code },
})

describe('the code of an error and its exit', () => {
  it.each([
    ['internal', 1],
    ['invalid_input', 2],
    ['not_found', 3],
    ['conflict', 4],
    ['unavailable', 5],
    ['internal', 130],
  ])('%s with %i is valid', (code, exit) => {
    expect(validateDocument(dialect, failure(code, exit))).toEqual([])
  })

  it('that belong to two rows of the table are refused', () => {
    const [problem, ...more] = validateDocument(dialect, failure('conflict', 3))
    expect(problem).toMatchObject({ pointer: '/error/exit_code' })
    expect(problem?.message).toContain('4')
    expect(more).toEqual([])
  })

  it.each([
    ['CONFLICT', 4],
    ['timeout', 5],
    ['internal', 0],
    ['internal', 6],
  ])('%s with %i is refused', (code, exit) => {
    expect(validateDocument(dialect, failure(code, exit))).not.toEqual([])
  })
})

describe('the answer of another tool', () => {
  const write = (error: object) =>
    dialect.toDocument(
      fail({
        exit: 'NOT_FOUND',
        error: { code: 'VOLUME_MISSING', message: 'm', ...error },
        meta: { duration_ms: 3, command: 'ls' },
      }),
      { stow: 'plain' },
    ).document

  it('has no details if the error has only a code and a message', () => {
    expect(write({})).toEqual(failure('not_found', 3))
  })

  it.each([
    { details: { name: 'v1' } },
    { suggestion: 'Use ls.' },
    { next_steps: { action: 'a' } },
    { retry_after_ms: 5 },
  ])('has details if the error says %j', (context) => {
    expect(write(context)).toHaveProperty('error.details')
  })
})
