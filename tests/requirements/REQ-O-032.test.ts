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
  it('REQ-O-032/1,2,3,4,5,6: may be a payload instead of flags', async () => {
    const payload = (text: string, more: Loose = {}) =>
      call('make', {}, { 'raw-payload': text, ...more })
    const { answers, calls } = await together([
      call('make', { name: 'foo', count: 3 }),
      payload('{"name":"foo","count":3}'),
      payload('text'),
      payload('{"name":"x","nope":1}'),
      payload('{"name":"foo"}', { count: 3 }),
      call('make', {}, { schema: true }),
      payload('{"name":"foo"}', { quiet: true }),
    ])
    const [typed, given, bad, field, both, schema, beside] = answers
    expect(given!.data).toEqual(typed!.data)
    expect([bad!.code, field!.code, both!.code, beside!.code]).toEqual([2, 2, 2, 0])
    expect(calls).toBe(3)
    expect(JSON.stringify(field!.meta['errors'])).toContain('--name')
    expect(schema!.data['raw_payload_schema']).toMatchObject({
      type: 'object',
      properties: { name: { type: 'string' } },
      required: ['name'],
    })
  })
})
