import { describe, expect, it } from 'vitest'

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
  it('REQ-F-059/1,2,3,4,5,6,7: may be JSON that is only almost JSON', async () => {
    const filtered = (filter: string) => call('make', { name: 'foo' }, { filter })
    const { answers, calls } = await together([
      filtered('{"a": [1, 2,],}'),
      filtered('{a: 1, /* two */ b: 2} // end'),
      filtered('{env prod}'),
      call('make', {}, { 'raw-payload': '{name: 5,}' }),
      call('make', {}, { 'raw-payload': '{"name": 5}' }),
      call('make', { name: 'foo' }, { spot: '{env prod}' }),
    ])
    const [comma, comment, broken, same, strict, ill] = answers
    expect(calls).toBe(2)
    expect(comma!.data).toMatchObject({ filter: { a: [1, 2] } })
    expect(comment!.data).toMatchObject({ filter: { a: 1, b: 2 } })
    expect(broken).toMatchObject({
      code: 2,
      error: { code: 'INVALID_JSON', corrected_input: '{"env":"prod"}' },
    })
    expect([same!.code, strict!.code]).toEqual([2, 2])
    // What the schema says of a text that nobody could read is left out.
    expect(ill).toMatchObject({ code: 2, error: { code: 'INVALID_JSON' } })
  })
})
