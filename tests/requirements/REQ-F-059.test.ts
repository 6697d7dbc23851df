import { beforeAll, describe, expect, it } from 'vitest'

import { type Loose, type ProcessOptions } from '../e2e/processes/run-program.ts'
import { runTogether } from '../e2e/processes/run-tool.ts'

const together = (lines: readonly Loose[], options?: ProcessOptions) =>
  runTogether('work.mjs', lines, options)

const call = (command: string, input: Loose = {}, flags: Loose = {}) => ({
  _cmd: command,
  _opts: flags,
  ...input,
})

describe('input', () => {
  let seen: Awaited<ReturnType<typeof together>>
  beforeAll(async () => {
    const filtered = (filter: string) => call('make', { name: 'foo' }, { filter })
    seen = await together([
      filtered('{"a": [1, 2,],}'),
      filtered('{a: 1, /* two */ b: 2} // end'),
      filtered('{env prod}'),
      call('make', {}, { 'raw-payload': '{name: 5,}' }),
      call('make', {}, { 'raw-payload': '{"name": 5}' }),
      call('make', { name: 'foo' }, { spot: '{env prod}' }),
      call('make', {}, { 'raw-payload': '{name: "foo", /* none */}' }),
    ])
  })

  it('may be JSON with commas, comments and bare keys', () => {
    expect(seen.answers[0]!.data).toMatchObject({ filter: { a: [1, 2] } })
    expect(seen.answers[1]!.data).toMatchObject({ filter: { a: 1, b: 2 } })
  })

  it('that is no JSON at all is refused with the nearest that is', () => {
    expect(seen.answers[2]).toMatchObject({
      code: 2,
      error: { code: 'INVALID_JSON', corrected_input: '{"env":"prod"}' },
    })
    // What the schema says of a text that nobody could read is left out.
    expect(seen.answers[5]).toMatchObject({ code: 2, error: { code: 'INVALID_JSON' } })
  })

  it('is judged as the same in strict JSON', () => {
    const [lenient, strict] = seen.answers.slice(3, 5)
    expect([lenient!.code, strict!.code]).toEqual([2, 2])
    expect(lenient!.error).toEqual(strict!.error)
  })

  it('may be so in every option for JSON, and as a whole', () => {
    expect(seen.answers[6]).toMatchObject({ code: 0, data: { name: 'foo' } })
  })

  it('that is refused reaches no handler', () => {
    for (const { code, error } of seen.answers.slice(2, 6))
      expect([code, error['phase']]).toEqual([2, 'validation'])
    expect(seen.calls).toBe(3)
  })
})
