import { describe, expect, it } from 'vitest'

import { runCli } from '../testing/index.ts'
import { defineCli, defineCommand } from './index.ts'

/** Runs an untyped handler, which may pass wrong types to the context. */
// oxlint-disable-next-line typescript/no-explicit-any -- see above
const answerOf = async (run: (context: any) => unknown) => {
  const command = defineCommand({
    description: 'Is careless',
    danger: 'safe',
    exitCodes: { SUCCESS: 'It is done', NOT_FOUND: 'It is gone' },
    errors: { GONE: 'NOT_FOUND' },
    run,
  })
  const cli = defineCli({ name: 'acme', version: '1.0.0', description: 'A', commands: { command } })
  return (await runCli(cli, ['command'], { unchecked: true })).outcome
}

describe('a successful handler', () => {
  it('may pass values that are not strings to warn()', async () => {
    const outcome = await answerOf(({ warn }) => {
      warn(new Error('went wrong on the way'))
      warn({ left: 2 })
      warn(undefined)
      return { done: true }
    })
    expect(outcome).toMatchObject({ ok: true, data: { done: true } })
    expect(outcome.warnings).toEqual(['went wrong on the way', '{"left":2}', 'undefined'])
  })

  it('may pass values that are not JSON to addMeta()', async () => {
    const outcome = await answerOf(({ addMeta }) => {
      const circle: Record<string, unknown> = {}
      circle['self'] = circle
      addMeta('circle', circle)
      addMeta('at', new Date(0))
      addMeta('nothing', undefined)
      return { done: true }
    })
    expect(outcome).toMatchObject({
      ok: true,
      warnings: ['meta.circle was left out because it cannot be written as JSON.'],
      meta: { at: '1970-01-01T00:00:00.000Z', nothing: null },
    })
  })
})

describe('a failing handler', () => {
  it('keeps its error code even if the facts have wrong types', async () => {
    const outcome = await answerOf(({ fail }) =>
      fail('GONE', 'It is gone.', {
        detail: new Error('404'),
        suggestion: 5,
        retryable: 'yes',
        retry_after_ms: -5,
        retry_strategy: 'soon',
        next_steps: 'list',
        details: { big: 1n },
        fix_command: null,
      }),
    )
    expect(outcome).toMatchObject({
      ok: false,
      exit: 'NOT_FOUND',
      error: { code: 'GONE', message: 'It is gone.', detail: '404', suggestion: '5' },
    })
    expect(outcome.error).not.toHaveProperty('retry_after_ms')
    expect(outcome.error).not.toHaveProperty('next_steps')
  })

  it('does not promise what the handler says that nobody knows', async () => {
    const odd = (facts: object) =>
      runCli(
        defineCli({
          name: 'acme',
          version: '1.0.0',
          description: 'A',
          commands: {
            command: defineCommand({
              description: 'Asks another service',
              danger: 'safe',
              exitCodes: {
                SUCCESS: 'It is done',
                GENERAL_ERROR: { description: 'x', retryable: true, sideEffects: 'none' },
              },
              errors: { ODD: 'GENERAL_ERROR' },
              run: ({ fail }) => fail('ODD', 'It is odd.', facts),
            }),
          },
        }),
        ['command'],
      )
    expect((await odd({})).outcome.error).toMatchObject({ code: 'ODD', retryable: true })
    const { outcome, stdout } = await odd({ retryable: null })
    expect(outcome.error).toMatchObject({ retryable: null, recovery: 'unknown' })
    // A caller then goes by the exit.
    expect(stdout).not.toContain('"retryable"')
  })

  it('reports the causes of an unexpected error', async () => {
    const wrapped = await answerOf(() => {
      throw new Error('cannot sync', { cause: new Error('connection refused') })
    })
    expect(wrapped.error?.detail).toBe('cannot sync: connection refused')
    const many = await answerOf(() =>
      Promise.any([Promise.reject(new Error('one')), Promise.reject(new Error('two'))]),
    )
    expect(many.error?.detail).toBe('All promises were rejected: one; two')
  })
})

it('a fact that no error has is advice for the author, and the failure stays', async () => {
  const cli = defineCli({
    name: 'acme',
    run: ({ failWith }) => failWith('NOT_FOUND', 'Gone', { targt: 'a', own: 1 } as object),
  })
  const { outcome, advice, stdout } = await runCli(cli, [], { unchecked: true })
  expect(outcome).toMatchObject({ ok: false, error: { message: 'Gone' }, warnings: [] })
  expect(advice).toEqual(
    expect.arrayContaining([
      "acme failed with a fact 'targt', which no error has: write target, or put it into details",
      "acme failed with a fact 'own', which no error has: put it into details",
    ]),
  )
  expect(stdout).not.toContain('which no error has')
})
