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
    const payload = (text: string, more: Loose = {}) =>
      call('make', {}, { 'raw-payload': text, ...more })
    seen = await together([
      call('make', { name: 'foo', count: 3 }),
      payload('{"name":"foo","count":3}'),
      payload('text'),
      payload('{"name":"x","nope":1}'),
      payload('{"name":"foo"}', { count: 3 }),
      call('make', {}, { schema: true }),
      payload('{"name":"foo"}', { quiet: true }),
      payload('{"name":"foo","filter":{"deep":[1,"--x",null]}}'),
    ])
  })

  it('may be a payload instead of options', () => {
    expect(seen.answers[1]!.data).toEqual(seen.answers[0]!.data)
  })

  it('that is no JSON or has the wrong members is refused with their names', () => {
    const [text, members] = seen.answers.slice(2, 4)
    expect([text!.code, members!.code]).toEqual([2, 2])
    expect(JSON.stringify(members!.meta['errors'])).toContain('--name')
    expect(JSON.stringify(members!.meta['errors'])).toContain('nope')
  })

  it('is not taken from both', () => {
    expect(seen.answers[4]!.code).toBe(2)
    // The four that were accepted.
    expect(seen.calls).toBe(4)
  })

  it('has its schema in --schema', () => {
    expect(seen.answers[5]!.data['raw_payload_schema']).toMatchObject({
      type: 'object',
      properties: { name: { type: 'string' } },
      required: ['name'],
    })
  })

  it('reaches the handler as it is', () => {
    expect(seen.answers[7]!.data['filter']).toEqual({ deep: [1, '--x', null] })
  })

  it('may stand beside options of the framework', () => {
    expect(seen.answers[6]!.code).toBe(0)
  })
})
