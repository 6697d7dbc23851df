import { describe, expect, it } from 'vitest'

import { fail, type JsonObject } from '../../contract/index.ts'
import { encode } from '../encode.ts'
import { loadDialect } from '../registry/load-dialect.ts'

const capture = (exit_code: number, restore: JsonObject, code = 'X') => ({
  stdout: JSON.stringify({
    ok: false,
    data: null,
    error: { code, message: 'm', retryable: false },
    warnings: [],
    meta: { duration_ms: 1, x_envelope: { restore } },
  }),
  stderr: '',
  exit_code,
})

describe('a partial failure', () => {
  it.each([
    ['/error/retryable', true],
    ['/error/recovery', 'identical'],
    ['/error/category', 'UNAVAILABLE'],
    ['/exit', 'UNAVAILABLE'],
  ])('does not become retryable by a member stowed at %s', async (pointer, value) => {
    const spec = await loadDialect('spec-1.0')
    const { exit, error, diagnostics } = spec.decode(capture(2, { [pointer]: value }))
    expect(exit).toBe('PARTIAL_FAILURE')
    expect(error).toMatchObject({
      category: 'PARTIAL_FAILURE',
      retryable: false,
      recovery: 'never',
    })
    expect(diagnostics.problems).toEqual([`stowed_invalid: restore ${pointer} does not fit`])
  })

  it('is not retryable either if only stowed members report it', async () => {
    const td = await loadDialect('td')
    const restore = { '/exit': 'PARTIAL_FAILURE', '/error/recovery': 'identical' }
    const error = { code: 'x', message: 'm', suggestion: '', details: { x_envelope: { restore } } }
    const outcome = td.decode({
      stdout: '',
      stderr: JSON.stringify({ ok: false, error }),
      exit_code: 1,
    })
    expect(outcome).toMatchObject({ exit: 'PARTIAL_FAILURE', error: { recovery: 'unknown' } })
    expect(outcome.diagnostics.problems).toEqual([
      'stowed_invalid: restore /error/recovery does not fit',
    ])
  })

  it('is written without claims that readers reject, which is a loss', async () => {
    const outcome = fail({
      exit: 'PARTIAL_FAILURE',
      error: { code: 'X', message: 'm', retryable: true, recovery: 'identical' },
    })
    const { losses, stdout } = encode(outcome, await loadDialect('spec-1.6'), { losses: true })
    expect(losses.filter(({ stowed_at: place }) => place === null)).toEqual([
      { pointer: '/error/retryable', kind: 'retryable', stowed_at: null },
      { pointer: '/error/recovery', kind: 'retryable', stowed_at: null },
    ])
    expect(stdout).not.toContain('identical')
  })
})
