import { describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'
import { type ProcessOptions } from '../e2e/processes/run-program.ts'
import { refusal } from './lines.ts'
import { special } from './special.ts'

const newest = (argv: readonly string[], options: ProcessOptions = {}) =>
  acme(argv, { ...options, env: { ACME_ENVELOPE: 'spec-1.16', ...options.env } })

describe('a command of contract 1.16', () => {
  it('REQ-C-006/8: has rules between options and objects checked in one pass', async () => {
    const argv = ['combines', '--quiet', '--verbose', '--filter', '{"id":1}', '--size', 'x']
    const { code, meta } = await newest(argv)
    expect(code).toBe(2)
    expect(meta['errors']).toHaveLength(3)
  })
})

describe('input', () => {
  it('REQ-C-006/1,4,5,6 REQ-F-015/1,2,4,5 REQ-F-002/1,3,4: is refused with all its problems before anything runs', async () => {
    for (const [argv, problems] of [
      [
        ['checked', '--size', 'big', '--zone', 'q'],
        [
          { param: '--size', code: 'INVALID_VALUE', value: 'big' },
          { param: '--zone', code: 'INVALID_CHOICE', value: 'q' },
        ],
      ],
      [
        ['checked', '--size', '10', '--zone', 'b'],
        [
          { param: '--size', code: 'SIZE_TOO_LARGE', value: 10 },
          { param: '--zone', code: 'ZONE_CLOSED', message: 'args,options,env,command,now' },
        ],
      ],
    ] as const) {
      const { code, calls, data, error, meta } = await acme(argv)
      expect({ code, calls, data }).toEqual({ code: 2, calls: 0, data: null })
      expect(error).toMatchObject({ code: 'ARG_ERROR', phase: 'validation', retryable: false })
      expect(error['fix_required']).toBe('Correct --size, --zone.')
      expect(meta['errors']).toMatchObject(problems)
      for (const problem of meta['errors']) expect(problem.message).toMatch(/\w/)
    }
    expect((await acme(['checked', '--size', '2'])).calls).toBe(1)
  })
})

describe('validate()', () => {
  it.each([
    ['validate-writes', 'appendFileSync'],
    ['validate-calls', 'fetch'],
  ])('REQ-C-006/2: %s is refused before it runs, because it calls %s()', async (name, call) => {
    const { message, calls } = await refusal(name)
    expect(message).toContain(`calls ${call}() in validate()`)
    expect(calls).toBe(0)
  })
})

describe.each(['spec-1.6', 'spec-1.16'])('a tool that declares %s', (dialect) => {
  const run = (command: string) => special([command], { env: { SPECIAL_DIALECT: dialect } })

  it('REQ-C-006/3: ends validation that waits', async () => {
    const { code, error, handled, envelope } = await run('checks-slowly')
    expect({ code, handled }).toEqual({ code: 1, handled: '' })
    expect(JSON.stringify(error)).toContain('takes more than 100 ms in validate()')
    expect(envelope['meta'].duration_ms).toBeLessThan(60_000)
    expect((await run('checks-quickly')).handled).toBe('x')
  })

  it('REQ-C-012/3: finds network calls without a limit in the source, before they are made', async () => {
    const { code, error } = await run('calls-without-limit')
    expect(code).toBe(1)
    expect(error['message']).toContain('calls fetch() without a limit')
    expect((await run('calls-with-limit')).envelope['data']).toEqual({ isOk: false })
  })
})
