import { describe, expect, it } from 'vitest'

import { lines } from './lines.ts'

describe('standard input that is not a terminal', () => {
  it('REQ-F-047/1,5: a handler that calls readline at the end of the input exits 4', async () => {
    const { code, error } = await lines(['question'])
    expect(code).toBe(4)
    expect(error).toMatchObject({
      code: 'REPL_MODE_PROHIBITED',
      suggestion: expect.stringContaining('--name'),
    })
  })

  it.each(['question', 'lines', 'stream'])(
    'REQ-F-047/1 REQ-F-009/2: %s on an open and silent pipe exits 4 rather than hanging',
    async (name) => {
      const started = Date.now()
      const { code, error } = await lines([name], { input: null })
      expect(code).toBe(4)
      expect(error['code']).toBe('REPL_MODE_PROHIBITED')
      expect(Date.now() - started).toBeLessThan(100_000)
    },
  )

  it('REQ-F-047/2: a bare invocation whose default is a REPL exits 4', async () => {
    const { code, error } = await lines([], { input: null, env: { REPL: '1' } })
    expect(code).toBe(4)
    expect(error['code']).toBe('REPL_MODE_PROHIBITED')
  })

  it('a handler that reads what is piped in gets it', async () => {
    expect((await lines(['stream'], { input: 'a\nb\n' })).envelope['data']).toEqual({
      text: 'a\nb\n',
    })
    expect((await lines(['question'], { input: 'Ada\n' })).envelope['data']).toEqual({
      name: 'Ada',
    })
  })

  it('a handler that only looks at standard input is left alone', async () => {
    expect((await lines(['looks-at-stdin'], { input: null })).code).toBe(0)
  })
})
